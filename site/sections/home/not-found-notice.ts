/** Session storage key that the 404 page of an edge host sets before it redirects to the home page. */
export const NOT_FOUND_KEY = 'not-found'

/** Shows the notice if an unknown path has led here. Our server redirects such a path; an edge host shows its 404 page first. */
export function showNotFoundNotice(notice: HTMLElement) {
  const [navigation] = performance.getEntriesByType('navigation')
  const isRedirected = navigation instanceof PerformanceNavigationTiming && navigation.redirectCount > 0
  notice.hidden = !(takeKey() || isRedirected)
  notice.querySelector('button')?.addEventListener('click', () => (notice.hidden = true))
}

function takeKey(): boolean {
  try {
    const isSet = sessionStorage.getItem(NOT_FOUND_KEY) !== null
    sessionStorage.removeItem(NOT_FOUND_KEY)
    return isSet
  } catch {
    return false
  }
}
