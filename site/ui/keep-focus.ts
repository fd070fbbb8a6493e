/** The heading of the dialog, or else of the screen, that something is in. */
export const headingNear = (element: HTMLElement): HTMLElement | null =>
  element.closest('dialog')?.querySelector<HTMLElement>('h2') ??
  document.querySelector<HTMLElement>('main h1')

/**
 * A ref for what can go away while it holds the focus: the heading of the dialog or screen that it is in takes it then,
 * so that a keyboard doesn't start again at the top of the page.
 */
export const keepFocus = (element: HTMLElement | null) => () => {
  if (element?.contains(document.activeElement)) headingNear(element)?.focus()
}
