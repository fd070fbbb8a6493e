import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'

import { classes } from '#site/ui/classes.ts'
import { Field, type TextFieldProps, useError } from '#site/ui/fields/Field.tsx'

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'className' | 'label'> & { label: string }

export function PasswordField({ label, hint, error, aside, required, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} hint={hint} error={useError(input.name, error)} aside={aside} required={required}>
      {control => (
        <div className="relative">
          <input {...input} {...control} type={shown ? 'text' : 'password'} className="input pe-12" />
          <button
            type="button"
            className="btn btn-ghost btn-square btn-sm absolute end-1.5 pointer-coarse:end-0 top-1/2 z-10 -translate-y-1/2 pointer-coarse:size-11"
            aria-label={`Show ${label.toLowerCase()}`}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon className="size-4" />
          </button>
        </div>
      )}
    </Field>
  )
}

const STEPS = [0, 1, 2, 3]
const COLOURS = ['bg-error', 'bg-error', 'bg-warning', 'bg-success', 'bg-success']

type PasswordStrengthProps = {
  /** From 0 to 4. */
  score: number
  label: string
  advice: string | undefined
}

/** Shows as text how hard a password is to guess; the bars are decorative. */
export const PasswordStrength = ({ score, label, advice }: PasswordStrengthProps) => (
  <div className="grid gap-1.5 text-xs">
    <div aria-hidden="true" className="grid grid-cols-4 gap-1">
      {STEPS.map(step => (
        <span
          key={step}
          className={classes(
            'h-1.5 rounded-full',
            step < Math.max(1, score) ? COLOURS[score] : 'bg-base-300',
          )}
        />
      ))}
    </div>
    <p>
      <strong>{label}.</strong> {advice && <span className="text-soft">{advice}</span>}
    </p>
  </div>
)
