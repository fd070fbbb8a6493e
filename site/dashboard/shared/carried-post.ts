import { browserStorage } from '#site/lib/browser-storage.ts'

/** Session storage of this tab outlives the end of a session, which clears local storage. */
export const CARRIED_POST_KEY = 'composer-draft'

/** Returns true if the composer left a post for the user who signs in again. */
export const hasCarriedPost = () => browserStorage('sessionStorage')?.getItem(CARRIED_POST_KEY) != null
