import { useStore } from '@nanostores/react'
import { useEffect } from 'react'

import { brand } from '#shared/brand.ts'
import { $router, MOVED } from '#site/dashboard/shared/router.ts'
import { toast } from '#site/lib/toasts.ts'
import { ScreenBoundary } from './ScreenBoundary.tsx'
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
