import { Field } from './Field.tsx'

export type DayFieldProps = {
  label: string
  hint?: string
  /** `2030-01-31`, or empty. */
  value: string
  onChange: (day: string) => void
}

/** The browser's own date picker with a label. */
export const DayField = ({ label, hint, value, onChange }: DayFieldProps) => (
  <Field label={label} hint={hint}>
    {control => (
      <input
        {...control}
        type="date"
        className="input w-full"
        value={value}
        onChange={event => onChange(event.target.value)}
      />
    )}
  </Field>
)
