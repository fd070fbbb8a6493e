import { useState } from 'react'

import { TWO_FACTOR_MESSAGES } from '#shared/auth/two-factor.ts'
import { logOut } from '#site/dashboard/shared/guard.ts'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import { close } from './two-factor.ts'

/** For users without a password whose sign-in is too old to prove their identity. */
export function SignInAgain() {
  const [leaving, setLeaving] = useState(false)
  return (
    <ConfirmDialog
      open
      title="First, sign in again"
      confirmLabel="Sign out"
      busy={leaving}
      onCancel={close}
      onConfirm={() => {
        setLeaving(true)
        void logOut()
      }}
    >
      <p className="text-sm">{TWO_FACTOR_MESSAGES.signInAgain}</p>
    </ConfirmDialog>
  )
}
