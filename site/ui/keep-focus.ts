/** Returns the heading of the dialog, or else of the screen, that contains an element. */
export const headingNear = (element: HTMLElement): HTMLElement | null =>
  element.closest('dialog')?.querySelector<HTMLElement>('h2') ??
  document.querySelector<HTMLElement>('main h1')

/**
 * A ref for an element that may disappear while focused: the heading of its dialog or screen then takes the focus, so that
 * keyboard users don't start again at the top of the page. The screen stays where it is.
 */
export const keepFocus = (element: HTMLElement | null) => () => {
  if (element?.contains(document.activeElement)) headingNear(element)?.focus({ preventScroll: true })
}
