import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'

import { Field, type TextFieldProps } from '#site/ui/fields/Field.tsx'

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'className' | 'label'> & { label: string }

/** A password field with a button that shows the password. */
export function PasswordField({ label, hint, error, aside, required, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} hint={hint} error={error} aside={aside} required={required}>
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
