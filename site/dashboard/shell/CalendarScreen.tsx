import { useStore } from '@nanostores/react'
import { useEffect } from 'react'

import { Calendar } from '#site/dashboard/calendar/Calendar.tsx'
import { $isWide } from '#site/dashboard/calendar/days.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { $isBeside, closePanel, composerPath } from '#site/dashboard/shared/post-dialogs/url.ts'
import { openPage } from '#site/dashboard/shared/router.ts'
import { toast } from '#site/lib/toasts.ts'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'

export { $entries } from '#site/dashboard/calendar/Calendar.tsx'

const ComposerPanel = lazyComponent(
  async () => (await import('#site/dashboard/composer/Composer.tsx')).ComposerPanel,
  undefined,
  () => {
    closePanel()
    toast('error', 'The composer didn’t load. Check your connection and try again.')
  },
)

/** The calendar, and the composer beside it. */
export function CalendarScreen() {
  const isWide = useStore($isWide)
  const isBeside = useStore($isBeside)
  const mayWrite = useStore($can)('write')
  useEffect(() => {
    if (!isWide || !mayWrite) return undefined
    ComposerPanel.load()
    document.addEventListener('click', openBeside, true)
    return () => document.removeEventListener('click', openBeside, true)
  }, [isWide, mayWrite])
  return (
    <>
      <Calendar />
      {isBeside && mayWrite && <ComposerPanel />}
    </>
  )
}

/** Opens a link to the composer beside the calendar. Runs before the router. */
function openBeside(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link?.origin !== location.origin || link.pathname !== '/dashboard/create-post') return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  openPage(composerPath(Object.fromEntries(new URLSearchParams(link.search))))
}
