import { type FormEvent, useEffect, useState } from 'react'

import { PASSWORD_MIN_LENGTH } from '#shared/auth/auth.ts'
import { readFields } from '#site/forms/use-form.ts'
import { PasswordField } from '#site/ui/fields/password/PasswordField.tsx'
import { PasswordStrength } from '#site/ui/fields/password/PasswordStrength.tsx'
import type { EstimateStrength, Strength } from './password-strength.ts'

/** Password field of the sign-up form, which shows the strength while typing. */
export function NewPassword({ error }: { error: string | undefined }) {
  const estimate = useEstimator()
  const [typed, setTyped] = useState({ password: '', personal: [] as string[] })
  const strength: Strength | undefined =
    typed.password.length >= PASSWORD_MIN_LENGTH ? estimate?.(typed.password, typed.personal) : undefined

  function onChange({ currentTarget: { form, value } }: FormEvent<HTMLInputElement>) {
    const { fullname = '', email = '' } = form ? readFields(form) : {}
    setTyped({ password: value, personal: [fullname, email] })
  }

  return (
    <div className="grid gap-2">
      <PasswordField
        label="Password"
        name="password"
        required
        autoComplete="new-password"
        hint="At least 6 characters."
        error={error}
        onChange={onChange}
      />
      <div role="status" className="empty:hidden">
        {strength && <PasswordStrength {...strength} advice={strength.advice} />}
      </div>
    </div>
  )
}

/** Loads the estimator after the dialog; the form works without it. */
function useEstimator(): EstimateStrength | undefined {
  const [estimate, setEstimate] = useState<EstimateStrength>()
  useEffect(() => {
    void import('./password-strength.ts')
      .then(({ loadEstimator }) => loadEstimator())
      .then(loaded => setEstimate(() => loaded))
      .catch(() => {})
  }, [])
  return estimate
}
