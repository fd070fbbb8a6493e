/** Keeps the page's signed-in look true when another tab signs in or out, or the back button brings the page again. */
export function followSession() {
  const follow = () => {
    if (isSignedIn()) document.documentElement.dataset.session = 'in'
    else delete document.documentElement.dataset.session
  }
  addEventListener('storage', follow)
  addEventListener('pageshow', follow)
}

/** Not by `lib/browser-storage.ts`: the islands have it too, so it would be a file of its own that every page waits for. */
function isSignedIn(): boolean {
  try {
    return localStorage.getItem('token') !== null
  } catch {
    return false
  }
}
