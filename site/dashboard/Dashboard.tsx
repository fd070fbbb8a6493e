import { useStore } from '@nanostores/react'
import { useEffect } from 'react'

import { ToastHost } from '#site/islands/ToastHost.tsx'
import { $session } from '#site/lib/session.ts'
import { showCarriedToast } from '#site/lib/toasts.ts'
import { ErrorState } from '#site/ui/ErrorState.tsx'
import { guardSession } from './guard.ts'
import { $me } from './me.ts'
import { CurrentScreen } from './shell/CurrentScreen.tsx'
import { Shell } from './shell/Shell.tsx'

/** The signed-in app, on every address under /dashboard. */
export function Dashboard() {
  const session = useStore($session)

  useEffect(() => {
    showCarriedToast()
    return guardSession()
  }, [])

  return (
    <>
      {session.state !== 'out' && <SignedIn />}
      <ToastHost />
    </>
  )
}

function SignedIn() {
  const me = useStore($me)
  const unreachable = me.state === 'failed' && $session.get().state === 'in'
  return (
    <Shell>
      {unreachable ? <ErrorState message={me.message} onRetry={$me.reload} /> : <CurrentScreen />}
    </Shell>
  )
}
