import type { RefObject } from 'preact'

/** Moves the focus to a heading once the button that had it is gone from the screen. */
export const focusIfLost = (heading: RefObject<HTMLElement | null>) =>
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  })
