import { policyHash } from './policy-hash.mjs'

/**
 * Runs before the first paint, so that signed-in content and the chosen appearance don't flicker. Storage access throws in
 * browsers that disable it. A page transition that another navigation interrupts must not be reported as an error. Presses and
 * submits are recorded for `islands/load-on-intent.ts`, until other scripts have loaded.
 */
export const sessionFlag = `try {const page = document.documentElement.dataset, look = localStorage.getItem('appearance')
if (localStorage.getItem('token')) page.session = 'in'
if (look === 'light' || look === 'dark') page.theme = 'currawong-' + look} catch {}
if (!location.hash && performance.getEntriesByType('navigation')[0]?.type === 'navigate') document.documentElement.dataset.folded = ''
var early
addEventListener('click', event => {early = event.target.closest?.('[data-opens]') || early})
onpageswap = onpagereveal = ({viewTransition: fade}) => {for (const part in fade) fade[part]?.catch?.(() => {})}
addEventListener('submit', event => {const island = event.target.closest('astro-island')
if (island && !('arrived' in island.dataset)) {event.preventDefault(); island.dataset.submitted = ''}})`

/** Must be added to the policy, because Astro omits inline scripts that it didn't bundle. */
export const sessionFlagHash = policyHash(sessionFlag)
