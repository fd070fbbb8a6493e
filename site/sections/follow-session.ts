import { browserStorage } from '#site/lib/browser-storage.ts'

/** Keeps the page's signed-in look true when another tab signs in or out, or the back button brings the page again. */
export function followSession() {
  const follow = () => {
    if (browserStorage('localStorage')?.getItem('token')) document.documentElement.dataset.session = 'in'
    else delete document.documentElement.dataset.session
  }
  addEventListener('storage', follow)
  addEventListener('pageshow', follow)
}
