/** Loads a film's poster when the film is scrolled into view, because browsers load all posters of a page at once. */
export function showPosterInView(film: HTMLVideoElement, url: string) {
  new IntersectionObserver(([entry], observer) => {
    if (!entry?.isIntersecting) return
    observer.disconnect()
    film.poster = url
  }).observe(film)
}
