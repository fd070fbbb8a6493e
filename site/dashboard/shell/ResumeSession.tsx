import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'

import { giveUpSession, resumeSession } from '#site/dashboard/shared/guard.ts'
import { SignInDialogs } from '#site/islands/sign-in/Dialogs.tsx'
import { $dialog, interceptToken, closeDialog, openCredentials } from '#site/islands/sign-in/store.ts'

/** Lets a user whose session has ended sign in again over the screen. Closing the dialog leaves the dashboard. */
export function ResumeSession() {
  const dialog = useStore($dialog)
  const [ready, setReady] = useState(false)

  useEffect(() => {
    openCredentials('login')
    const stop = interceptToken(async token => {
      await resumeSession(token)
      closeDialog()
    })
    setReady(true)
    return stop
  }, [])
  useEffect(() => {
    if (ready && dialog.open === 'none') giveUpSession()
  }, [ready, dialog])

  return <SignInDialogs />
}
