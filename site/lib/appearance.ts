import type { Appearance } from '#shared/settings.ts'

const KEY = 'appearance'

/** Applies an appearance without saving it. `system` follows the device. */
export function showAppearance(appearance: Appearance) {
  const { dataset } = document.documentElement
  if (appearance === 'system') delete dataset.theme
  else dataset.theme = `currawong-${appearance}`
}

/** Applies an appearance and saves it in this browser until sign-out. `build/session-flag.mjs` applies it before the first paint. */
export function saveAppearance(appearance: Appearance) {
  localStorage.setItem(KEY, appearance)
  showAppearance(appearance)
}
