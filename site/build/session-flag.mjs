import { createHash } from 'node:crypto'

/** Runs before the page is painted, so that what depends on being signed in doesn't flicker. */
export const sessionFlag = `if (localStorage.getItem('token')) document.documentElement.dataset.session = 'in'`

/** Astro leaves inline scripts that it didn't bundle out of the page's policy. */
export const sessionFlagHash = `sha256-${createHash('sha256').update(sessionFlag).digest('base64')}`
