/** Name under which the 404 page of an edge host notes, for the tab, that it leads to the home page. */
export const ASTRAY = 'astray'

/** Tells a visitor whom an unknown path has led here. Our server redirects such a path; an edge host shows its 404 page first. */
export function sayAstray(note: HTMLElement) {
  const [navigation] = performance.getEntriesByType('navigation')
  const isRedirected = navigation instanceof PerformanceNavigationTiming && navigation.redirectCount > 0
  note.hidden = !(takeNote() || isRedirected)
  note.querySelector('button')?.addEventListener('click', () => (note.hidden = true))
}

function takeNote(): boolean {
  try {
    const isNoted = sessionStorage.getItem(ASTRAY) !== null
    sessionStorage.removeItem(ASTRAY)
    return isNoted
  } catch {
    return false
  }
}
