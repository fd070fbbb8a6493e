import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'

import { giveUpSession, resumeSession } from '#site/dashboard/shared/guard.ts'
import { CodeForm } from '#site/islands/sign-in/CodeForm.tsx'
import { CredentialsForm } from '#site/islands/sign-in/CredentialsForm.tsx'
import { ResetRequestForm } from '#site/islands/sign-in/ResetRequestForm.tsx'
import { SecondFactor } from '#site/islands/sign-in/second-factor/SecondFactor.tsx'
import { $dialog, onToken, closeDialog, openCredentials } from '#site/islands/sign-in/store.ts'

/** Lets a user whose session has ended sign in again over the screen. Closing the dialog leaves the dashboard. */
export function ResumeSession() {
  const dialog = useStore($dialog)
  const [ready, setReady] = useState(false)

  useEffect(() => {
    openCredentials('login')
    const stop = onToken(async token => {
      await resumeSession(token)
      closeDialog()
    })
    setReady(true)
    return stop
  }, [])
  useEffect(() => {
    if (ready && dialog.open === 'none') giveUpSession()
  }, [ready, dialog])

  if (dialog.open === 'credentials') return <CredentialsForm key={dialog.mode} mode={dialog.mode} />
  if (dialog.open === 'code') return <CodeForm email={dialog.email} />
  if (dialog.open === 'second-factor') return <SecondFactor ticket={dialog.ticket} />
  return dialog.open === 'reset' ? <ResetRequestForm email={dialog.email} /> : null
}
