import { type ComponentProps, type ReactNode, useId } from 'react'

import { FieldError, useError } from './Field.tsx'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }

export function Checkbox({ label, ...input }: CheckboxProps) {
  const id = useId()
  const error = useError(input.name, undefined)
  return (
    <div className="grid gap-1">
      <label className="flex items-start gap-2.5 text-sm">
        <input
          {...input}
          type="checkbox"
          className="checkbox checkbox-sm mt-0.5 border-edge bg-raised"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
        <span>{label}</span>
      </label>
      {error && <FieldError id={id} message={error} />}
    </div>
  )
}
