import { $router } from '#site/dashboard/shared/router.ts'

const KEY = 'scroll:'
/** Maximum time until a screen is long enough to be scrolled to its position. */
const RESTORE_TIMEOUT_MS = 3000

const keyHere = () => KEY + location.pathname + location.search

/** Records the scroll position of each URL. Returns the function that stops it. */
export function watchScroll() {
  history.scrollRestoration = 'manual'
  let frame: number | undefined
  const remember = () => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined
      sessionStorage.setItem(keyHere(), String(Math.round(scrollY)))
    })
  }
  addEventListener('scroll', remember, { passive: true })
  // A change of the parameters changes the URL, but not the position.
  const stopListening = $router.listen((page, before) => {
    if (!page || page.path !== before?.path) return
    // The router writes the URL after it has told its listeners.
    queueMicrotask(isReturn)
    remember()
  })
  return () => {
    removeEventListener('scroll', remember)
    stopListening()
  }
}

/** Returns true if this history entry was shown before: by back, forward or reload. */
function isReturn(): boolean {
  const state = history.state as { seen?: boolean } | null
  if (state?.seen) return true
  history.replaceState({ ...state, seen: true }, '')
  return false
}

let isFirst = true

/** Scrolls a new screen to its top, and a revisited one to its position once it is long enough. */
export function placeScroll(): () => void {
  const position = isReturn() ? Number(sessionStorage.getItem(keyHere()) ?? 0) : 0
  // A newly loaded page is at its top already, and scrolling would force another layout.
  if (!isFirst) scrollTo({ top: 0, behavior: 'instant' })
  isFirst = false
  if (position === 0) return () => {}
  const until = performance.now() + RESTORE_TIMEOUT_MS
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - innerHeight >= position)
      scrollTo({ top: position, behavior: 'instant' })
    else if (performance.now() < until) return
    observer.disconnect()
  })
  observer.observe(document.documentElement)
  return () => observer.disconnect()
}
