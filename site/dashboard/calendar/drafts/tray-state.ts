import { atom, computed } from 'nanostores'

import { browserStorage } from '#site/lib/browser-storage.ts'
import { mediaQuery } from '#site/lib/media-query.ts'

const KEY = 'calendar-tray'
/** In a low window, the open tray would cover a week. */
const $isRoomy = mediaQuery('(min-width: 64rem) and (min-height: 54rem)', true)
const $remembered = atom(browserStorage('localStorage')?.getItem(KEY))

/** True if the tray was last open on this device; by default, if there is room. */
export const $isTrayOpen = computed([$isRoomy, $remembered], (isRoomy, remembered) =>
  remembered ? remembered === 'open' : isRoomy,
)

export function rememberTray(isOpen: boolean) {
  if (isOpen === $isTrayOpen.get()) return
  const state = isOpen ? 'open' : 'closed'
  $remembered.set(state)
  browserStorage('localStorage')?.setItem(KEY, state)
}
