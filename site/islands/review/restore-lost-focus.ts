import type { RefObject } from 'react'

/** Moves the focus to the first target on screen if the focused button has disappeared. */
export const restoreLostFocus = (...targets: RefObject<HTMLElement | null>[]) =>
  requestAnimationFrame(() => {
    // `catchLostFocus` may have moved it to the page's heading.
    if (document.activeElement?.matches('body, main h1') === false) return
    targets.find(({ current }) => current)?.current?.focus({ preventScroll: true })
  })
