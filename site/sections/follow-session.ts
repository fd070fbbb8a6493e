/** Updates the page's signed-in look when another tab signs in or out, or the back button restores the page. */
export function followSession() {
  const follow = () => {
    if (isSignedIn()) document.documentElement.dataset.session = 'in'
    else delete document.documentElement.dataset.session
  }
  addEventListener('storage', follow)
  addEventListener('pageshow', follow)
}

/** Repeats `lib/browser-storage.ts`: shared with the islands, it would become a separate file that every page waits for. */
function isSignedIn(): boolean {
  try {
    return localStorage.getItem('token') !== null
  } catch {
    return false
  }
}
