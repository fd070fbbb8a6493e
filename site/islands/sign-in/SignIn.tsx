import { useEffect } from 'react'

import { useOpenRequest } from '#site/forms/use-open-request.ts'
import { readSignInRequest } from '#site/lib/sign-in-request.ts'
import { IslandToasts } from '../IslandToasts.tsx'
import { SignInDialogs } from './Dialogs.tsx'
import { closeDialog, openCredentials, openReset } from './store.ts'

const open = (as: string) =>
  as === 'reset'
    ? openReset('')
    : openCredentials(as === 'signup' || (as === '' && readSignInRequest()?.isNew) ? 'signup' : 'login')

/** Closes the dialog when the back button restores the page, so that nobody finds a typed password there. */
const closeOnRestore = ({ persisted }: PageTransitionEvent) => persisted && closeDialog()

/**
 * The sign-in, sign-up, code and reset dialogs of the public pages. Opens when its `client:intent` is requested;
 * `data-mode` on the control opens it as `signup` or `reset`.
 */
export function SignIn() {
  const anchor = useOpenRequest(open)
  useEffect(() => {
    addEventListener('pageshow', closeOnRestore)
    return () => removeEventListener('pageshow', closeOnRestore)
  }, [])
  return (
    <>
      <span ref={anchor} hidden />
      <SignInDialogs />
      <IslandToasts />
    </>
  )
}
