import { atom, computed } from 'nanostores'

import { $can } from '#site/dashboard/shared/permissions/permissions.ts'
import { browserStorage } from '#site/lib/browser-storage.ts'
import { mediaQuery } from '#site/lib/media-query.ts'
import { $drafts } from './drafts.ts'

const KEY = 'calendar-tray'
const $remembered = atom(browserStorage('localStorage')?.getItem(KEY))
const $fitsBeside = mediaQuery('(min-width: 80rem)', false)

/** True if the tray was last open on this device. Until then it is a line, because an open one takes room from the calendar. */
export const $isTrayOpen = computed($remembered, remembered => remembered === 'open')

/** True if the open tray has a column of its own, which it also keeps while its drafts load. */
export const $isTrayBeside = computed(
  [$isTrayOpen, $fitsBeside, $can, $drafts],
  (isOpen, fits, can, drafts) =>
    isOpen &&
    fits &&
    can('write') &&
    (drafts.state === 'loading' || (drafts.state === 'ready' && drafts.data.length > 0)),
)

export function rememberTray(isOpen: boolean) {
  if (isOpen === $isTrayOpen.get()) return
  const state = isOpen ? 'open' : 'closed'
  $remembered.set(state)
  browserStorage('localStorage')?.setItem(KEY, state)
}
