import type { RefObject } from 'preact'

/** Moves the focus to the first of these that is shown, once the button that had it is gone from the screen. */
export const focusIfLost = (...targets: RefObject<HTMLElement | null>[]) =>
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    targets.find(({ current }) => current)?.current?.focus({ preventScroll: true })
  })
