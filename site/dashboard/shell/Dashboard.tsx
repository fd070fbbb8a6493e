import '#site/lib/translated-texts.ts'
import { useStore } from '@nanostores/react'
import { keepMount } from 'nanostores'
import { type ReactNode, useEffect } from 'react'

import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $resuming, guardSession } from '#site/dashboard/shared/guard.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { $settings } from '#site/dashboard/shared/preferences.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { hasTabCopy } from '#site/dashboard/shared/tab-copy.ts'
import { takeInvitation } from '#site/dashboard/shared/take-invitation.ts'
import { SCOPE, WORKER } from '#site/dashboard/shared/worker.ts'
import { ToastHost } from '#site/islands/ToastHost.tsx'
import { showDomainOfUrl } from '#site/lib/api/shown-domain.ts'
import { $session } from '#site/lib/session.ts'
import { showCarriedToast } from '#site/lib/toasts.ts'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { ErrorState } from '#site/ui/states.tsx'
import { CurrentScreen } from './CurrentScreen.tsx'
import { $screens } from './screens.ts'
import { Shell } from './Shell.tsx'

// Loads the first screen, and the data of every screen, while the frame renders.
if ($session.get().state === 'in') {
  showDomainOfUrl()
  const first = $router.get()
  if (first) $screens.get()[first.route]?.screen.load()
  keepMount($me)
  keepMount($domains)
  void $settings.reload()
}

const ResumeSession = lazyComponent(async () => (await import('./ResumeSession.tsx')).ResumeSession)

const VisitNotice = lazyComponent(async () => (await import('./VisitNotice.tsx')).VisitNotice)

/** The signed-in app, for every URL under /dashboard. */
export function Dashboard() {
  const session = useStore($session)

  useEffect(() => {
    showCarriedToast()
    returnToPost()
    const stops = [guardSession(), watchInstallation()]
    return () => stops.forEach(stop => stop())
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
  const resuming = useStore($resuming)
  const domain = useStore($selectedDomain)

  useEffect(() => {
    if (localStorage.getItem('push') === 'on')
      void import('#site/dashboard/shared/push-device.ts')
        .then(({ savePushSubscription }) => savePushSubscription())
        .catch(() => undefined)
    const invitation = takeInvitation()
    if (invitation)
      void import('#site/dashboard/shared/invitation.ts')
        .then(({ acceptInvitation }) => acceptInvitation(invitation))
        .catch(() => undefined)
    if (new URLSearchParams(location.search).has('handed'))
      void import('#site/dashboard/shared/post-dialogs/retry-from-push.ts')
        .then(({ retryFromPush }) => retryFromPush())
        .catch(() => undefined)
  }, [])

  return (
    <Shell>
      {session.state === 'expired' && !resuming ? (
        <SigningOut />
      ) : me.state === 'failed' && !resuming ? (
        <Unavailable title="Your dashboard didn’t load">
          <ErrorState message={me.message} onRetry={$me.reload} />
        </Unavailable>
      ) : (
        <>
          {domain?.isVisit && <VisitNotice domain={domain} />}
          <CurrentScreen />
        </>
      )}
      {resuming && <ResumeSession />}
    </Shell>
  )
}

/** Opens the post that was open when the session ended, after the user has signed in again. */
function returnToPost() {
  if ($session.get().state === 'in' && $router.get()?.route === 'overview' && hasTabCopy())
    $router.open('/dashboard/create-post', true)
}

const SigningOut = () => (
  <Unavailable title="Signing you out">
    {hasTabCopy() && (
      <p role="status" className="text-soft">
        Your post is kept. Sign in again on this device, and it opens here.
      </p>
    )}
  </Unavailable>
)

const Unavailable = ({ title, children }: { title: string; children?: ReactNode }) => (
  <>
    <h1 className="mb-6 text-title">{title}</h1>
    {children}
  </>
)

/** Registers the worker once the app is installed, so that it takes what other apps share. Returns the function that stops it. */
function watchInstallation(): () => void {
  if (!('serviceWorker' in navigator)) return () => {}
  const register = () =>
    void navigator.serviceWorker.register(WORKER, { scope: SCOPE }).catch(() => undefined)
  if (matchMedia('(display-mode: standalone)').matches) register()
  addEventListener('appinstalled', register)
  return () => removeEventListener('appinstalled', register)
}
