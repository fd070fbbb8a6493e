import { DOMAIN_HEADER, DOMAIN_PARAM } from '../../shared/businesses/domain-header.ts'
import { RESPONSE_TIMEOUT_MS } from '../../shared/timings.ts'
import { policyHash } from './policy-hash.mjs'

/**
 * Beginning of the inline scripts that request a page's data while its modules load, because each round trip counts on a slow
 * network. `takeEarlyResponse` (`lib/api/early-responses.ts`) finds a response by its method, its
 * URL and the headers on which it depends.
 */
const BEGIN = `earlyResponses = {}
const {api} = document.currentScript.dataset
const ask = (path, init, ...key) => (earlyResponses[[init?.method ?? 'GET', api + path, ...key].join(' ')] = fetch(api + path, {credentials: 'include', signal: AbortSignal.timeout(${RESPONSE_TIMEOUT_MS}), ...init})).catch(() => {})`

/** Requests the content of the page's link. Sends no PIN, because the visitor enters it only after the api has required it. */
export const earlyLink = `{${BEGIN}
ask('/api/' + location.pathname.split('/', 3).slice(1).map(encodeURIComponent).join('/'))}`

/** Requests the data that every screen of the dashboard needs. If the URL names a business, the dashboard requests the data. */
export const earlyDashboard = `{${BEGIN}
let token, shown
try {token = localStorage.getItem('token'), shown = sessionStorage.getItem('shown-domain') || ''} catch {}
if (token && !new URLSearchParams(location.search).has('${DOMAIN_PARAM}')) {
const Authorization = 'Bearer ' + token, headers = {Authorization, ...(shown && {'${DOMAIN_HEADER}': shown})}
const json = {method: 'POST', body: '{}', headers: {...headers, 'Content-Type': 'application/json'}}
for (const [path, init] of [['users/getUserDomain', {headers}], ['users/getUserInfo', json], ['settings', {headers}]])
ask('/api/' + path, init, Authorization, shown)}}`

/** Must be added to the policy, because Astro omits inline scripts that it didn't bundle. */
export const earlyRequestHashes = [earlyLink, earlyDashboard].map(policyHash)
