const KEY = 'scroll:'
/** A list that takes longer to load than this stays at its top. */
const PATIENCE_MS = 3000

let isReturning = false

const keyHere = () => KEY + location.pathname + location.search

/** Remembers how far each address was scrolled, and tells going back from going on. Returns how to stop. */
export function watchScroll() {
  history.scrollRestoration = 'manual'
  let waits: number | undefined
  const remember = () => {
    waits ??= requestAnimationFrame(() => {
      waits = undefined
      sessionStorage.setItem(keyHere(), String(Math.round(scrollY)))
    })
  }
  const returning = () => {
    if (waits !== undefined) cancelAnimationFrame(waits)
    waits = undefined
    isReturning = true
  }
  addEventListener('scroll', remember, { passive: true })
  // Before the router hears of it and draws.
  addEventListener('popstate', returning, { capture: true })
  return () => {
    removeEventListener('scroll', remember)
    removeEventListener('popstate', returning, { capture: true })
  }
}

/** A new screen begins at its top; one that was returned to, where it was left, once it is long enough. */
export function placeScroll(): () => void {
  const wanted = isReturning ? Number(sessionStorage.getItem(keyHere()) ?? 0) : 0
  isReturning = false
  scrollTo({ top: 0, behavior: 'instant' })
  if (wanted === 0) return () => {}
  const until = performance.now() + PATIENCE_MS
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - innerHeight >= wanted)
      scrollTo({ top: wanted, behavior: 'instant' })
    else if (performance.now() < until) return
    observer.disconnect()
  })
  observer.observe(document.documentElement)
  return () => observer.disconnect()
}
