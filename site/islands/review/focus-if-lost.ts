import type { RefObject } from 'preact'

/** Moves the focus to the first target on screen if the focused button has disappeared. */
export const focusIfLost = (...targets: RefObject<HTMLElement | null>[]) =>
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    targets.find(({ current }) => current)?.current?.focus({ preventScroll: true })
  })
