/**
 * A ref for what can go away while it holds the focus: the screen's heading takes it then, so that a keyboard doesn't
 * start again at the top of the page.
 */
export const keepFocus = (element: HTMLElement | null) => () => {
  if (element?.contains(document.activeElement)) document.querySelector<HTMLElement>('main h1')?.focus()
}
