import { useStore } from '@nanostores/react'

import { UNREACHABLE } from '#site/lib/api/error.ts'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { CodeForm } from './CodeForm.tsx'
import { CredentialsForm } from './CredentialsForm.tsx'
import { ResetRequestForm } from './ResetRequestForm.tsx'
import { $dialog, openCredentials, showErrors } from './store.ts'

/** Loads on demand, because few people use two-factor sign-in. If that fails, the sign-in form says so. */
const SecondFactorForm = lazyComponent(
  async () => (await import('./SecondFactorForm.tsx')).SecondFactorForm,
  undefined,
  () => {
    openCredentials('login')
    showErrors({}, UNREACHABLE)
  },
)

/** The open dialog of the sign-in. */
export function SignInDialogs() {
  const dialog = useStore($dialog)
  if (dialog.open === 'credentials') return <CredentialsForm key={dialog.mode} mode={dialog.mode} />
  if (dialog.open === 'code') return <CodeForm email={dialog.email} />
  if (dialog.open === 'second-factor') return <SecondFactorForm ticket={dialog.ticket} />
  return dialog.open === 'reset' && <ResetRequestForm email={dialog.email} />
}
