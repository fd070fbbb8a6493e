import { useStore } from '@nanostores/react'
import { useEffect } from 'react'

import { followedLink } from '#site/dashboard/shared/followed-link.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import {
  $hasRoomBeside,
  $isBeside,
  $isPanelOpen,
  closePanel,
  composerPath,
  openWhole,
} from '#site/dashboard/shared/post-dialogs/url.ts'
import { $router, hasPanel, openPage } from '#site/dashboard/shared/router.ts'

const ComposerPanel = lazyPart(
  async () => (await import('#site/dashboard/composer/Composer.tsx')).ComposerPanel,
  { what: 'The composer', onFailure: closePanel },
)

/** The composer beside another screen of a wide window. Loads ahead beside the calendar. */
export function ComposerBeside() {
  const isBeside = useStore($isBeside)
  const hasRoom = useStore($hasRoomBeside)
  const mayWrite = useStore($can)('write')
  const isCalendar = useStore($router)?.route === 'calendar'
  useEffect(() => {
    if (mayWrite && isCalendar) ComposerPanel.load()
  }, [mayWrite, isCalendar])
  useEffect(() => {
    document.addEventListener('click', followBeside, true)
    return () => document.removeEventListener('click', followBeside, true)
  }, [])
  useEffect(() => {
    if (isBeside && !hasRoom) openWhole()
  }, [isBeside, hasRoom])
  return isBeside && hasRoom && mayWrite ? <ComposerPanel /> : null
}

/**
 * Opens a link to the composer beside the screen, if the screen has to do with it: with a post, a draft or a time, or in the calendar or the library.
 * Another post replaces the open one, also in the history. Runs before the router.
 */
function followBeside(event: MouseEvent) {
  const link = followedLink(event)
  if (!link) return
  const { route, path } = $router.get() ?? {}
  if ($isPanelOpen.get() && link.pathname === path && hasPanel(new URLSearchParams(link.search))) {
    event.preventDefault()
    return openPage(link.pathname + link.search)
  }
  if (link.pathname !== '/dashboard/create-post' || !$can.get()('write')) return
  // A dialog above the screen would stay open over the composer; the calendar's and the library's close themselves.
  const isApart = route !== 'calendar' && route !== 'media' && (!link.search || link.closest('dialog:modal'))
  if (!$hasRoomBeside.get() || route === 'createPost' || isApart) return
  event.preventDefault()
  openPage(composerPath(Object.fromEntries(new URLSearchParams(link.search))))
}
