import { browserStorage } from '#site/lib/browser-storage.ts'

/** Kept in the tab's session storage, because local storage is cleared when the session ends. */
export const TAB_COPY_KEY = 'composer-draft'

/** Returns true if the composer left a post for the user who signs in again. */
export const hasTabCopy = () => browserStorage('sessionStorage')?.getItem(TAB_COPY_KEY) != null
