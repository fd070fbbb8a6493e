import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'

import { ToastHost } from '../ToastHost.tsx'
import { CodeForm } from './CodeForm.tsx'
import { CredentialsForm } from './CredentialsForm.tsx'
import { $dialog, openCredentials } from './store.ts'

/** The sign-in, sign-up and code dialogs of the public pages. Opens when its `client:wanted` is asked for. */
export function SignIn() {
  const place = useRef<HTMLSpanElement>(null)
  const dialog = useStore($dialog)

  useEffect(() => {
    const island = place.current?.closest<HTMLElement>('astro-island')
    const open = () => openCredentials('login')
    island?.addEventListener('asked', open)
    if (island && 'asked' in island.dataset) open()
    return () => island?.removeEventListener('asked', open)
  }, [])

  return (
    <>
      <span ref={place} hidden />
      {dialog.open === 'credentials' && <CredentialsForm key={dialog.mode} mode={dialog.mode} />}
      {dialog.open === 'code' && <CodeForm email={dialog.email} />}
      <ToastHost />
    </>
  )
}
