import { atom, computed } from 'nanostores'

import { browserStorage } from '#site/lib/browser-storage.ts'

const KEY = 'calendar-tray'
const $remembered = atom(browserStorage('localStorage')?.getItem(KEY))

/** True if the tray was last open on this device. Until then it is a line, because an open one covers a week. */
export const $isTrayOpen = computed($remembered, remembered => remembered === 'open')

export function rememberTray(isOpen: boolean) {
  if (isOpen === $isTrayOpen.get()) return
  const state = isOpen ? 'open' : 'closed'
  $remembered.set(state)
  browserStorage('localStorage')?.setItem(KEY, state)
}
