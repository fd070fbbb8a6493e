import { useStore } from '@nanostores/react'
import { useEffect, Component, type ReactNode } from 'react'

import { brand } from '#shared/brand.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { $router, MOVED } from '#site/dashboard/shared/router.ts'
import { $sentRecord, isRecent } from '#site/dashboard/shared/sent-post.ts'
import { toast } from '#site/lib/toasts.ts'
import { ErrorState } from '#site/ui/states.tsx'
import { $current } from './screens.ts'
import { ScreenSkeleton } from './ScreenSkeleton.tsx'
import { placeScroll } from './scroll-memory.ts'

const NO_SUCH_PAGE = 'We couldn’t find that page, so here’s your overview.'

/** The screen of the URL; an unknown URL leads to the overview with a message. */
export function CurrentScreen() {
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
    document.title = `${current.title} · ${brand.siteName}`
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

type Props = { children: ReactNode }

/** Catches screens that can't be loaded or rendered, usually after a deployment, and keeps the sidebar. */
class ScreenBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <LostScreen /> : this.props.children
  }
}

/** Also says what became of a post that was being sent, so that nobody writes it again. */
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
