import { createHash } from 'node:crypto'

/**
 * Runs before the page is painted, so that what depends on being signed in, and the chosen appearance, doesn't flicker. A browser
 * that keeps nothing for sites throws. What was pressed before any other script is there waits for `islands/wanted.ts`.
 */
export const sessionFlag = `try {const page = document.documentElement.dataset, look = localStorage.getItem('appearance')
if (localStorage.getItem('token')) page.session = 'in'
if (look === 'light' || look === 'dark') page.theme = 'currawong-' + look} catch {}
if (!location.hash && performance.getEntriesByType('navigation')[0]?.type === 'navigate') document.documentElement.dataset.folded = ''
var early
addEventListener('click', event => {early = event.target.closest?.('[data-asks]') || early})`

/** Astro leaves inline scripts that it didn't bundle out of the page's policy. */
export const sessionFlagHash = `sha256-${createHash('sha256').update(sessionFlag).digest('base64')}`
