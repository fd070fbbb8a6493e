import { type ComponentProps, type ReactNode, useId } from 'react'

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'checked'> & {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

export function Switch({ label, hint, checked, onChange, ...input }: SwitchProps) {
  const id = useId()
  return (
    <label
      className={`flex min-h-11 min-w-0 cursor-pointer ${hint ? 'items-start' : 'items-center'} gap-3 py-1.5 has-disabled:cursor-not-allowed has-disabled:opacity-60`}
    >
      <input
        {...input}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        onChange={event => onChange(event.target.checked)}
        aria-describedby={hint ? id : undefined}
        className="toggle shrink-0 border-edge checked:border-neutral checked:bg-neutral checked:text-neutral-content"
      />
      <span className="grid min-w-0 grid-cols-1 gap-0.5">
        <span className="text-sm font-semibold">{label}</span>
        {hint && (
          <span id={id} className="text-xs text-soft">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
