import { useStore } from '@nanostores/react'

import '#site/lib/translated-texts.ts'
import { keepMount } from 'nanostores'
import { type ReactNode, useEffect, Component } from 'react'

import { brand } from '#shared/brand.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { $resuming, guardSession } from '#site/dashboard/shared/guard.ts'
import { lazyPart, loadPart } from '#site/dashboard/shared/lazy-part.ts'
import { $me, $settings } from '#site/dashboard/shared/me.ts'
import { $router, MOVED } from '#site/dashboard/shared/router.ts'
import { $sentRecord, isRecent } from '#site/dashboard/shared/sent-record.ts'
import { hasTabCopy } from '#site/dashboard/shared/tab-copy.ts'
import { SCOPE, WORKER } from '#site/dashboard/shared/worker.ts'
import { ToastHost } from '#site/islands/ToastHost.tsx'
import { showDomainFromUrl } from '#site/lib/api/shown-domain.ts'
import { $session } from '#site/lib/session.ts'
import { showCarriedToast, toast, withErrorToast } from '#site/lib/toasts.ts'
import { ErrorState } from '#site/ui/states.tsx'
import { $screens, $current } from './screens.ts'
import { ScreenSkeleton } from './ScreenSkeleton.tsx'
import { placeScroll } from './scroll-memory.ts'
import { Shell } from './Shell.tsx'

/**
 * Returns the token of an invitation or a trial week in the URL, and replaces the URL at once: until it is used, anybody who
 * finds the token in the browser's history could use it.
 */
export function takeToken(name: 'invite' | 'week'): string | null {
  const { pathname, hash, search } = location
  const query = new URLSearchParams(search)
  const token = query.get(name)
  if (!token) return null
  query.delete(name)
  $router.open(`${pathname}${query.size > 0 ? `?${query}` : ''}${hash}`, true)
  return token
}

// Loads the first screen, and the data of every screen, while the frame renders.
if ($session.get().state === 'in') {
  showDomainFromUrl()
  const first = $router.get()
  if (first) $screens.get()[first.route]?.screen.load()
  keepMount($me)
  keepMount($domains)
  void $settings.reload()
}

const ResumeSession = lazyPart(async () => (await import('./ResumeSession.tsx')).ResumeSession)

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

  useEffect(() => {
    if (localStorage.getItem('push') === 'on')
      void import('#site/dashboard/shared/push-device.ts')
        .then(({ savePushSubscription }) => savePushSubscription())
        .catch(() => undefined)
    const invitation = takeToken('invite')
    if (invitation)
      void withErrorToast('The invitation couldn’t be accepted. Open its link again.', async () =>
        (await import('#site/dashboard/shared/invitation.ts')).acceptInvitation(invitation),
      )
    const week = takeToken('week')
    if (week)
      void withErrorToast('Your week wasn’t kept. Reload the page to try again.', async () =>
        (await import('#site/dashboard/shared/keep-week.ts')).keepWeek(week),
      )
    if (new URLSearchParams(location.search).has('handed'))
      void loadPart(() => import('#site/dashboard/shared/post-dialogs/change-posts.ts')).then(part =>
        part?.retryFromPush(),
      )
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
        <CurrentScreen />
      )}
      {resuming && <ResumeSession />}
    </Shell>
  )
}

/** After a new sign-in, opens the post that was open when the session ended. */
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

/**
 * Registers the worker once the app is installed, so that it can receive what other apps share. Returns the function that stops
 * it.
 */
function watchInstallation(): () => void {
  if (!('serviceWorker' in navigator)) return () => {}
  const register = () =>
    void navigator.serviceWorker.register(WORKER, { scope: SCOPE }).catch(() => undefined)
  if (matchMedia('(display-mode: standalone)').matches) register()
  addEventListener('appinstalled', register)
  return () => removeEventListener('appinstalled', register)
}

const NO_SUCH_PAGE = 'We couldn’t find that page, so here’s your overview.'

/** The screen of the URL; an unknown URL leads to the overview with a message. */
function CurrentScreen() {
  const page = useStore($router)
  const place = useStore($current)
  const moved = page && MOVED[page.route]
  const current = place.state === 'found' ? place.screen : undefined
  const waits = place.state === 'waiting'

  useEffect(() => {
    if (moved) $router.open(moved, true)
  }, [moved])

  useEffect(() => {
    if (current || waits || moved) return
    toast('info', NO_SUCH_PAGE)
    $router.open('/dashboard', true)
  }, [current, waits, moved])

  useEffect(() => {
    if (!current) return undefined
    document.title = `${current.title ?? current.link?.label} · ${brand.siteName}`
    return placeScroll()
  }, [current])

  if (waits || moved) return <ScreenSkeleton />
  if (!current) return null
  return (
    <ScreenBoundary key={page?.path}>
      <current.screen />
    </ScreenBoundary>
  )
}

/** Catches screens that can't be loaded or rendered, usually after a deployment, and keeps the sidebar. */
class ScreenBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <LostScreen /> : this.props.children
  }
}

/** Shown if a screen crashes. Says whether a post that was being sent was accepted, so that nobody writes it again. */
function LostScreen() {
  const me = useStore($me)
  const record = useStore($sentRecord)
  const sent = record && me.state === 'ready' && isRecent(record, me.data._id) ? record : undefined
  return (
    <div className="grid gap-4">
      <ErrorState
        message="This page didn’t load. Loading it again usually helps."
        onRetry={() => location.reload()}
      />
      {sent && (
        <p role="status">
          {sent.state === 'accepted'
            ? `${sent.summary}. `
            : sent.state === 'failed'
              ? 'Your post wasn’t sent. It’s kept as a draft. '
              : 'Your post was being sent. Before you write it again, check whether it’s among your posts. '}
          <a href={sent.state === 'accepted' ? sent.href : '/dashboard/view-post'} className="prose-link">
            {sent.state === 'accepted' ? 'See the post' : 'See all posts'}
          </a>
        </p>
      )}
    </div>
  )
}
