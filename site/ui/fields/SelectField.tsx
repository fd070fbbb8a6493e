import type { ComponentProps } from 'react'

import { classes } from '../classes.ts'
import { Field, type FieldProps } from './Field.tsx'

export type Choice = { value: string; label: string }

export type SelectFieldProps = Pick<FieldProps, 'label' | 'hideLabel' | 'hint' | 'error'> &
  Omit<ComponentProps<'select'>, 'id' | 'children'> & {
    choices: readonly Choice[]
    /** First option, meaning no choice. */
    placeholder?: string
  }

/** A native select with a label. */
export const SelectField = ({
  label,
  hideLabel,
  hint,
  error,
  required,
  choices,
  placeholder,
  className,
  ...select
}: SelectFieldProps) => (
  <Field label={label} hideLabel={hideLabel} hint={hint} error={error} required={required}>
    {control => (
      <select {...select} {...control} className={classes('select', className)}>
        {placeholder && <option value="">{placeholder}</option>}
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )}
  </Field>
)
