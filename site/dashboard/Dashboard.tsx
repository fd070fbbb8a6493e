import { useStore } from '@nanostores/react'
import { keepMount } from 'nanostores'
import { type ReactNode, useEffect } from 'react'

import { ToastHost } from '#site/islands/ToastHost.tsx'
import { $session } from '#site/lib/session.ts'
import { showCarriedToast } from '#site/lib/toasts.ts'
import { ErrorState } from '#site/ui/ErrorState.tsx'
import { $domains } from './domains/store.ts'
import { guardSession } from './guard.ts'
import { $me } from './me.ts'
import { $settings } from './preferences.ts'
import { $router } from './router.ts'
import { $screens } from './screens.ts'
import { CurrentScreen } from './shell/CurrentScreen.tsx'
import { Shell } from './shell/Shell.tsx'

/** What every screen asks for, and the screen itself, come while the frame around it is still being drawn. */
const first = $router.get()
if (first) $screens.get()[first.route]?.screen.load()
if ($session.get().state === 'in') {
  keepMount($me)
  keepMount($domains)
  void $settings.reload()
}

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
  const session = useStore($session)

  useEffect(() => {
    if (localStorage.getItem('push') === 'on')
      void import('./push-device.ts').then(({ keepPush }) => keepPush()).catch(() => undefined)
  }, [])

  return (
    <Shell>
      {session.state === 'expired' ? (
        <Unavailable title="Signing you out" />
      ) : me.state === 'failed' ? (
        <Unavailable title="Your dashboard didn’t load">
          <ErrorState message={me.message} onRetry={$me.reload} />
        </Unavailable>
      ) : (
        <CurrentScreen />
      )}
    </Shell>
  )
}

const Unavailable = ({ title, children }: { title: string; children?: ReactNode }) => (
  <>
    <h1 className="mb-6 text-title">{title}</h1>
    {children}
  </>
)
