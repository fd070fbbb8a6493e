/**
 * Keeps the send bar above a phone's keyboard, which covers the page without resizing it, and publishes the bar's height to the page's
 * styles, so that a focused element isn't hidden behind it. Returns the function that stops it.
 */
export function placeBar() {
  const root = document.documentElement
  const viewport = globalThis.visualViewport
  const bar = document.querySelector<HTMLElement>('[data-send-bar]')

  function place() {
    const covered = viewport ? Math.max(0, innerHeight - viewport.height - viewport.offsetTop) : 0
    root.style.setProperty('--keyboard', viewport && viewport.scale > 1 ? '0px' : `${Math.round(covered)}px`)
    const top = bar?.closest('form')?.getBoundingClientRect().top ?? 0
    root.style.setProperty('--form-top', `${Math.round(top + scrollY)}px`)
    root.style.setProperty('--bar', `${bar?.offsetHeight ?? 0}px`)
  }

  const sizes = new ResizeObserver(place)
  if (bar) sizes.observe(bar)
  const stop = new AbortController()
  for (const type of ['resize', 'scroll']) viewport?.addEventListener(type, place, { signal: stop.signal })
  place()
  return () => {
    sizes.disconnect()
    stop.abort()
    for (const name of ['--keyboard', '--bar', '--form-top']) root.style.removeProperty(name)
  }
}
