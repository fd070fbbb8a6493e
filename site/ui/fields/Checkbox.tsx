import { type ComponentProps, type ReactNode, useId } from 'react'

import { classes } from '../classes.ts'
import { FieldError, useError } from './Field.tsx'

const BOX = 'checkbox checkbox-sm border-edge bg-raised'

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
          className={`${BOX} mt-0.5`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
        <span>{label}</span>
      </label>
      {error && <FieldError id={id} message={error} />}
    </div>
  )
}

type CheckRowProps = ComponentProps<'input'> & {
  /** True if some of the boxes that it represents are checked. */
  some?: boolean
}

/** A checkbox whose whole line can be pressed. */
export const CheckRow = ({ className, children, some = false, ...input }: CheckRowProps) => (
  <label
    className={classes(
      'flex min-h-9 cursor-pointer items-center gap-2 text-sm pointer-coarse:min-h-11',
      className,
    )}
  >
    <input
      {...input}
      type="checkbox"
      className={BOX}
      ref={box => {
        if (box) box.indeterminate = some
      }}
    />
    {children}
  </label>
)

type RowCheckboxProps = {
  label: string
  checked: boolean
  /** `isRange` is true for a press with Shift, which selects all rows since the last one. */
  onToggle: (isRange: boolean) => void
  className: string
  boxClassName?: string
}

/** Selects a row of a list. Uses the click, because a change event lacks `shiftKey`. */
export const RowCheckbox = ({ label, checked, onToggle, className, boxClassName }: RowCheckboxProps) => (
  <label className={className}>
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={() => undefined}
      onClick={event => onToggle(event.shiftKey)}
      className={classes(BOX, boxClassName)}
    />
  </label>
)
