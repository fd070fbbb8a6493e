import { atom, onMount } from 'nanostores'

/** Returns a store that is true while the window matches a media query. `without` is its value on the server. */
export function mediaQuery(query: string, without: boolean) {
  const $matches = atom(globalThis.matchMedia?.(query).matches ?? without)
  onMount($matches, () => {
    const list = globalThis.matchMedia?.(query)
    if (!list) return undefined
    const update = () => $matches.set(list.matches)
    update()
    list.addEventListener('change', update)
    return () => list.removeEventListener('change', update)
  })
  return $matches
}

export const $isPhone = mediaQuery('(max-width: 39.99rem)', false)

let hasPressedKeys = false

/** A key that is pressed outside a field comes from a keyboard: a touch screen shows one for fields alone. */
globalThis.document?.addEventListener?.(
  'keydown',
  ({ target, isTrusted }) => {
    if (
      isTrusted &&
      target instanceof Element &&
      !target.matches('input, textarea, select, [contenteditable]')
    )
      hasPressedKeys = true
  },
  true,
)

/** False on a touch screen without a keyboard, where the focus on a field would open one over the page. */
export const hasKeyboard = () => hasPressedKeys || !matchMedia('(pointer: coarse)').matches
