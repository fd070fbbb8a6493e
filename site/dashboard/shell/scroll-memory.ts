const KEY = 'scroll:'
/** A list that takes longer to load than this stays at its top. */
const PATIENCE_MS = 3000

const keyHere = () => KEY + location.pathname + location.search

/** Remembers how far each address was scrolled. Returns how to stop. */
export function watchScroll() {
  history.scrollRestoration = 'manual'
  let waits: number | undefined
  const remember = () => {
    waits ??= requestAnimationFrame(() => {
      waits = undefined
      sessionStorage.setItem(keyHere(), String(Math.round(scrollY)))
    })
  }
  addEventListener('scroll', remember, { passive: true })
  return () => removeEventListener('scroll', remember)
}

/** Whether this entry of the browser's history was shown before: by going back, on again, or loading anew. */
function isReturn(): boolean {
  const state = history.state as { seen?: boolean } | null
  if (state?.seen) return true
  history.replaceState({ ...state, seen: true }, '')
  return false
}

let isFirst = true

/** A new screen begins at its top; one that was returned to, where it was left, once it is long enough. */
export function placeScroll(): () => void {
  const wanted = isReturn() ? Number(sessionStorage.getItem(keyHere()) ?? 0) : 0
  // A page that has just been loaded is at its top, and asking for it would lay it out twice.
  if (!isFirst) scrollTo({ top: 0, behavior: 'instant' })
  isFirst = false
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
