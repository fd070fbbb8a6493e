import { atom, computed } from 'nanostores'

import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { $isPanelOpen } from '#site/dashboard/shared/post-dialogs/url.ts'
import { browserStorage } from '#site/lib/browser-storage.ts'
import { mediaQuery } from '#site/lib/media-query.ts'

const KEY = 'calendar-tray'
const $remembered = atom(browserStorage('localStorage')?.getItem(KEY))
const $fitsBeside = mediaQuery('(min-width: 80rem)', false)

/** True if the tray was last open on this device. It starts closed, because an open tray takes room from the calendar. */
export const $isTrayOpen = computed($remembered, remembered => remembered === 'open')

/**
 * True if the tray is a column beside the calendar, which an open panel leaves no room for. Stays true while drafts load, so that the
 * calendar doesn't jump.
 */
export const $isTrayBeside = computed(
  [$isTrayOpen, $fitsBeside, $isPanelOpen, $can, $drafts],
  (isOpen, fits, isPanelOpen, can, drafts) =>
    isOpen &&
    fits &&
    !isPanelOpen &&
    can('write') &&
    (drafts.state === 'loading' || (drafts.state === 'ready' && drafts.data.length > 0)),
)

let isJustOpened = false

/** Opens or closes the tray, and remembers that on this device. */
export function toggleTray(isOpen: boolean) {
  if (isOpen === $isTrayOpen.get()) return
  isJustOpened = isOpen
  const state = isOpen ? 'open' : 'closed'
  $remembered.set(state)
  browserStorage('localStorage')?.setItem(KEY, state)
}

/** Scrolls a tray below the calendar into view once its drafts are rendered, if the user has just opened it. */
export function showOpenedTray(drafts: HTMLElement | null) {
  const tray = drafts?.closest<HTMLElement>('[data-tray]')
  if (!tray) return
  if (isJustOpened && getComputedStyle(tray).position !== 'sticky') tray.scrollIntoView({ block: 'nearest' })
  isJustOpened = false
}
