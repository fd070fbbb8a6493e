import type { Appearance } from '#shared/settings.ts'

const KEY = 'appearance'

/** Shows the pages so, for now. `system` follows the device. */
export function showAppearance(appearance: Appearance) {
  const { dataset } = document.documentElement
  if (appearance === 'system') delete dataset.theme
  else dataset.theme = `currawong-${appearance}`
}

/** Shows the pages so from now on in this browser, before they are painted (`build/session-flag.mjs`), until somebody signs out of it. */
export function saveAppearance(appearance: Appearance) {
  localStorage.setItem(KEY, appearance)
  showAppearance(appearance)
}
