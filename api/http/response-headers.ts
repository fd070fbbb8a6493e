const PROTECTING = Object.entries({
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // A sign-in's pop-up goes to the provider and back: its page must still find the page that opened it.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
})

/** What protects an answer; what its route has set itself stays. */
export function protect(headers: Headers): void {
  for (const [name, value] of PROTECTING) if (!headers.has(name)) headers.set(name, value)
}

/** What is told to one person is kept by no cache, unless its route says for how long. */
export function forbidCaching(headers: Headers): void {
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
}

/** Lets the site's own origin, and no other, read the answer in a browser. */
export function allowSite(headers: Headers, origin: string | undefined, site: string): void {
  headers.append('Vary', 'Origin')
  if (origin !== site) return
  headers.set('Access-Control-Allow-Origin', site)
  headers.set('Access-Control-Allow-Credentials', 'true')
  headers.set('Access-Control-Expose-Headers', 'X-Request-Id, Retry-After')
}

/**
 * Has the answer to a HEAD tell the length of what a GET would get: Bun tells 0 of a body that is left out. What has none at
 * 200 would be a stream.
 */
export async function tellLength(answer: Response): Promise<void> {
  const { body, headers, status } = answer
  if (headers.has('Content-Length')) return
  if (body) headers.set('Content-Length', String((await answer.clone().bytes()).byteLength))
  else if (status === 200) headers.set('Transfer-Encoding', 'chunked')
}
