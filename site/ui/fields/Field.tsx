import { CircleAlert } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react'

import type { Fields } from '#shared/errors.ts'
import { classes } from '../classes.ts'

const FormErrors = createContext<Fields>({})

/** Returns a field's error: `own`, or else the form's error for the field's name. */
export function useError(name: string | undefined, own: string | undefined): string | undefined {
  const errors = useContext(FormErrors)
  return own ?? (name === undefined ? undefined : errors[name])
}

/** `errors` are messages by field name. */
export type FormProps = ComponentProps<'form'> & { errors: Fields }

export const Form = ({ errors, ...form }: FormProps) => (
  <FormErrors.Provider value={errors}>
    <form noValidate {...form} />
  </FormErrors.Provider>
)

type FieldControl = {
  id: string
  required?: boolean
  'aria-invalid'?: true
  'aria-describedby'?: string
}

export type FieldProps = {
  label: ReactNode
  /** Shows the label to screen readers only, if the context makes it obvious. */
  hideLabel?: boolean
  hint?: ReactNode
  error?: string
  required?: boolean
  errorClassName?: string
  /** Content at the far end of the label's line. */
  aside?: ReactNode
  children: (control: FieldControl) => ReactNode
}

export function Field({
  label,
  hideLabel,
  hint,
  error,
  errorClassName,
  required,
  aside,
  children,
}: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="relative grid grid-cols-1 content-start gap-1.5">
      <label
        htmlFor={id}
        className={hideLabel ? 'sr-only' : classes('text-sm font-semibold', Boolean(aside) && 'pe-32')}
      >
        {label}
      </label>
      {children({
        id,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {/* After the control, so that Tab leads from one field to the next. */}
      {aside && (
        <div className={hideLabel ? 'order-first justify-self-end' : 'absolute end-0 top-0'}>{aside}</div>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-soft">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`} message={error} className={errorClassName} />}
    </div>
  )
}

type FieldErrorProps = { id?: string; message: string; className?: string }

export const FieldError = ({ id, message, className }: FieldErrorProps) => (
  <p id={id} className={classes('flex items-start gap-1.5 text-xs font-medium text-error', className)}>
    <CircleAlert className="mt-0.5 size-3.5 shrink-0" />
    {message}
  </p>
)

type Wrapped = Pick<FieldProps, 'label' | 'hideLabel' | 'hint' | 'error' | 'aside'>

export type TextFieldProps = Wrapped & Omit<ComponentProps<'input'>, 'id'>

export function TextField({ className, ...props }: TextFieldProps) {
  const [field, input] = useField(props)
  return (
    <Field {...field}>
      {control => <input type="text" {...input} {...control} className={classes('input', className)} />}
    </Field>
  )
}

type TextAreaProps = Wrapped & Omit<ComponentProps<'textarea'>, 'id'>

export function TextArea({ className, ...props }: TextAreaProps) {
  const [field, input] = useField(props)
  return (
    <Field {...field}>
      {control => <textarea dir="auto" {...input} {...control} className={classes('textarea', className)} />}
    </Field>
  )
}

type DateRangeProps = {
  /** Such as '2026-11-21', or empty. */
  from: string
  to: string
  hint?: string
  /** Shown unless the days are the wrong way round. */
  error?: string | undefined
  onChange: (change: { from: string } | { to: string }) => void
}

/** The first and the last day of a period. */
export const DateRange = ({ from, to, hint, error, onChange }: DateRangeProps) => (
  <>
    <TextField
      label="From"
      type="date"
      hint={hint}
      value={from}
      onChange={event => onChange({ from: event.target.value })}
    />
    <TextField
      label="To"
      type="date"
      hint={hint}
      error={from && to && to < from ? 'The last day is before the first.' : error}
      value={to}
      onChange={event => onChange({ to: event.target.value })}
    />
  </>
)

/** Separates the props of the field from those of its control. */
function useField<P extends Wrapped & Pick<FieldProps, 'required'> & { name?: string | undefined }>(
  props: P,
) {
  const { label, hideLabel, hint, error: own, aside, required, ...control } = props
  const error = useError(props.name, own)
  return [{ label, hideLabel, hint, error, aside, required }, control] as const
}

export type Choice = { value: string; label: string }

export type SelectFieldProps = Wrapped &
  Omit<ComponentProps<'select'>, 'id' | 'children'> & {
    choices: readonly Choice[]
    /** First option, meaning no choice. */
    placeholder?: string
  }

export function SelectField({ choices, placeholder, className, ...props }: SelectFieldProps) {
  const [field, select] = useField(props)
  return (
    <Field {...field}>
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
}

/** Error of a form as a whole; read aloud when it appears. */
export const FormMessage = ({ message }: { message: string }) => (
  <div role="alert" className="empty:hidden">
    {message && (
      <p className="flex items-start gap-2.5 rounded-field border border-error/35 bg-error/5 px-3.5 py-2.5 text-sm">
        <CircleAlert className="mt-0.5 size-4 shrink-0 text-error" />
        {message}
      </p>
    )}
  </div>
)

/** Focuses the first invalid field, and scrolls its error, or else the message of the form, into view. */
export function revealProblem(form: HTMLElement) {
  const invalid = form.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')
  invalid?.focus()
  const problem = invalid?.parentElement ?? form.querySelector('[role=alert]')
  problem?.scrollIntoView({ block: 'nearest' })
}
