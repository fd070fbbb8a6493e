/** Returns the heading of a dialog, or else of the screen. */
const headingOf = (dialog: Element | null | undefined): HTMLElement | null =>
  dialog?.querySelector<HTMLElement>('h2') ?? document.querySelector<HTMLElement>('main h1')

/** Returns the heading of the dialog, or else of the screen, that contains an element. */
export const headingNear = (element: HTMLElement): HTMLElement | null => headingOf(element.closest('dialog'))

/**
 * When the focused element disappears, the heading of its dialog or screen takes the focus, so that keyboard users don't start
 * again at the top of the page. The screen stays where it is. An effect that moves the focus elsewhere comes first if it is a
 * layout effect.
 */
function catchLostFocus() {
  let focused: { element: Element; dialog: Element | null } | undefined
  addEventListener('focusin', ({ target }) => {
    focused = target instanceof Element ? { element: target, dialog: target.closest('dialog') } : undefined
  })
  // A press beside everything takes the focus away, too. An element that is being removed is only disconnected afterwards.
  addEventListener('focusout', () =>
    queueMicrotask(() => {
      if (focused?.element.isConnected && document.activeElement !== focused.element) focused = undefined
    }),
  )
  new MutationObserver(() => {
    if (!focused || focused.element.isConnected) return
    const { dialog } = focused
    focused = undefined
    if (document.activeElement === document.body)
      headingOf(dialog?.isConnected ? dialog : undefined)?.focus({ preventScroll: true })
  }).observe(document, { childList: true, subtree: true })
}

if (typeof document !== 'undefined') catchLostFocus()
