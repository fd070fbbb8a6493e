/** Pages that don't fade in. A browser reports a fade to one of them as an error. */
const WITHOUT_FADE = /^\/(?:dashboard|audits|review|connect|report|sample-report|pictures|api)(?:\/|$)/

/** Leaves at once for pages that don't fade in. Others fade (`public-page.css`). */
export function skipFades() {
  addEventListener('pageswap', event => {
    if (!(event instanceof PageSwapEvent)) return
    const to = event.activation?.entry.url
    if (to && WITHOUT_FADE.test(new URL(to).pathname)) event.viewTransition?.skipTransition()
  })
}
