import type { ReactNode } from 'react'

type RadioCardProps = {
  name: string
  value: string
  chosen: boolean
  disabled?: boolean
  onChoose: () => void
  children: ReactNode
}

/** A radio button as large as its content. */
export const RadioCard = ({ name, value, chosen, disabled = false, onChoose, children }: RadioCardProps) => (
  <label
    className="flex cursor-pointer items-center gap-3 rounded-field border border-base-300 px-3.5 py-2.5 hover:bg-base-200
      has-checked:border-base-content has-checked:bg-secondary has-checked:text-secondary-content has-disabled:cursor-not-allowed has-disabled:border-dashed
      has-disabled:text-soft"
  >
    <input
      type="radio"
      name={name}
      value={value}
      checked={chosen}
      disabled={disabled}
      onChange={onChoose}
      className="radio radio-sm border-edge bg-raised"
    />
    {children}
  </label>
)
