const MOSTLY = 0.6

/**
 * Loads a film's poster when it is about to be seen, and plays it once when most of it is in view, unless the visitor asked for less
 * motion.
 */
export function playInView(film: HTMLVideoElement) {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const onSeen = ([entry]: IntersectionObserverEntry[], observer: IntersectionObserver) => {
    if (!entry?.isIntersecting) return
    film.poster ||= film.dataset.poster ?? ''
    if (isStill || entry.intersectionRatio < MOSTLY) return
    observer.disconnect()
    // A browser may refuse, for example to save data.
    film.play().catch(() => {})
  }
  new IntersectionObserver(onSeen, { threshold: [0, MOSTLY] }).observe(film)
}
