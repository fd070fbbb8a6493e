import { refreshReview } from './store.ts'

/** Interval at which a visible page asks what has changed. */
const REFRESH_MS = 8000

/** True if the focus is in a field, a dialog is open, or a field has words that haven't been sent. */
const isWriting = () =>
  document.activeElement?.matches('textarea, input') === true ||
  document.querySelector('dialog[open]') !== null ||
  [...document.querySelectorAll('textarea')].some(({ value }) => value !== '')

/** Refreshes the page while it is visible, and when the reviewer returns to it. Returns a function that ends this. */
export function watchReview(): () => void {
  const timer = setInterval(refresh, REFRESH_MS)
  document.addEventListener('visibilitychange', refresh)
  window.addEventListener('focus', refresh)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', refresh)
    window.removeEventListener('focus', refresh)
  }
}

function refresh() {
  if (document.visibilityState === 'visible') void refreshReview(isWriting)
}
