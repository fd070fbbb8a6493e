import { type ReactNode, useId } from 'react'

import { type Choice, FieldError, useError } from './Field.tsx'

export type ChoiceGroupProps = {
  legend: string
  kind: 'checkbox' | 'radio'
  choices: readonly Choice[]
  /** Name of a choice's input. */
  name: string | ((value: string) => string)
  chosen: readonly string[]
  /** Aligns short choices in columns. */
  even?: boolean
  children?: ReactNode
}

export function ChoiceGroup({
  legend,
  kind,
  choices,
  name,
  chosen,
  even = false,
  children,
}: ChoiceGroupProps) {
  const id = useId()
  const error = useError(typeof name === 'string' ? name : undefined, undefined)
  return (
    <fieldset className="grid gap-2.5" aria-describedby={error ? id : undefined}>
      <legend className="mb-1.5 p-0 text-sm font-semibold">{legend}</legend>
      <div
        className={
          even ? 'grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2' : 'flex flex-wrap gap-2'
        }
      >
        {choices.map(({ value, label }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-field border border-edge bg-raised px-3 text-sm hover:bg-base-200
              has-checked:border-base-content has-checked:font-semibold has-checked:shadow-[inset_0_0_0_1px_currentColor]"
          >
            <input
              type={kind}
              name={typeof name === 'string' ? name : name(value)}
              value={value}
              defaultChecked={chosen.includes(value)}
              aria-invalid={error ? true : undefined}
              className={`${kind} ${kind}-sm border-edge bg-raised`}
            />
            {label}
          </label>
        ))}
      </div>
      {error && <FieldError id={id} message={error} />}
      {children && <div className="mt-2">{children}</div>}
    </fieldset>
  )
}
