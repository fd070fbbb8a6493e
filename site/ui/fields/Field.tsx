import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

import { classes } from '../classes.ts'

export type FieldControl = {
  id: string
  required?: boolean
  'aria-invalid'?: true
  'aria-describedby'?: string
}

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string
  required?: boolean
  /** Content at the far end of the label's line. */
  aside?: ReactNode
  children: (control: FieldControl) => ReactNode
}

/** A label and a control, with their hint and error. */
export function Field({ label, hint, error, required, aside, children }: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-soft">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`} message={error} />}
    </div>
  )
}

export const FieldError = ({ id, message }: { id?: string; message: string }) => (
  <p id={id} className="flex items-start gap-1.5 text-xs font-medium text-error">
    <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
    {message}
  </p>
)

type Wrapped = Pick<FieldProps, 'label' | 'hint' | 'error' | 'aside'>

export type TextFieldProps = Wrapped & Omit<ComponentProps<'input'>, 'id'>

export const TextField = ({ label, hint, error, aside, required, className, ...input }: TextFieldProps) => (
  <Field label={label} hint={hint} error={error} aside={aside} required={required}>
    {control => <input type="text" {...input} {...control} className={classes('input', className)} />}
  </Field>
)

export type TextAreaProps = Wrapped & Omit<ComponentProps<'textarea'>, 'id'>

export const TextArea = ({ label, hint, error, aside, required, className, ...input }: TextAreaProps) => (
  <Field label={label} hint={hint} error={error} aside={aside} required={required}>
    {control => <textarea dir="auto" {...input} {...control} className={classes('textarea', className)} />}
  </Field>
)
