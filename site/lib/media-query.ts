import { atom, onMount } from 'nanostores'

/** True while the window matches a media query. `without` is the value where there is no window. */
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

/** False on a touch screen, where the focus on a field would open a keyboard over the page. */
export const hasKeyboard = () => matchMedia('(hover: hover) and (pointer: fine)').matches
