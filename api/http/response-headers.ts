const SECURITY_HEADERS = Object.entries({
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // The pop-up of a sign-in visits the provider and must still reach its opener afterwards.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
})

/** Sets default security headers. Routes may override them. */
export function setSecurityHeaders(headers: Headers): void {
  for (const [name, value] of SECURITY_HEADERS) if (!headers.has(name)) headers.set(name, value)
}

const UNCACHED = 'private, no-store'

/** Prevents caching of personal data. Routes may override it. */
export function forbidCaching(headers: Headers): void {
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', UNCACHED)
}

/** Keeps a URL that grants access, and its response, from caches, search engines and other sites. */
export function keepSecret(headers: Headers): void {
  headers.set('Cache-Control', UNCACHED)
  headers.set('X-Robots-Tag', 'noindex, nofollow')
  headers.set('Referrer-Policy', 'no-referrer')
}

/** Allows only the site's own origin to read the response in a browser. */
export function allowSite(headers: Headers, origin: string | undefined, site: string): void {
  headers.append('Vary', 'Origin')
  if (origin !== site) return
  headers.set('Access-Control-Allow-Origin', site)
  headers.set('Access-Control-Allow-Credentials', 'true')
  headers.set('Access-Control-Expose-Headers', 'X-Request-Id, Retry-After')
}

/** Sets the length of a HEAD response to that of the GET, because Bun would send 0. A 200 without a body is a stream. */
export async function setContentLength(response: Response): Promise<void> {
  const { body, headers, status } = response
  if (headers.has('Content-Length')) return
  if (body) headers.set('Content-Length', String((await response.clone().bytes()).byteLength))
  else if (status === 200) headers.set('Transfer-Encoding', 'chunked')
}
