import { statSync } from 'node:fs'
import { join, normalize } from 'node:path'

import { LOCAL } from './built-site.ts'
import { parseRange } from './byte-range.ts'
import { keepSecret } from './response-headers.ts'

type Encoding = 'br' | 'gzip' | 'identity'
type Asset = { bytes: Uint8Array<ArrayBuffer>; type: string; etag: string; encoding: Encoding }

const SUFFIX = { br: '.br', gzip: '.gz', identity: '' } as const
const YEAR = 'public, max-age=31536000, immutable'
/** Pages that are served for every path below them. */
const PAGES = ['/dashboard', '/call', '/reset-password', '/review', '/connect', '/audits']
/** Pages whose URL contains a secret: links in mails, booked calls, review links, connect links and website checks. */
const SECRET_PAGES = ['/call', '/reset-password', '/review', '/connect', '/audits']
/**
 * Files that aren't served by their own path: instructions and the 404 page for edge hosts, the build's settings, and
 * compressed copies.
 */
const NOT_PAGES = /^\/(_headers|_redirects|_built-for\.json|404(\.html)?)$|\.(br|gz)$/
/**
 * Share target of the installed app. Normally its service worker handles these requests. Without the worker, the shared
 * content is lost and the user has to share it again.
 */
const SHARE = '/dashboard/share'
const SHARE_LOST = '/dashboard/create-post?shared=lost'
const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  // The pop-up of a sign-in visits the provider and must still reach its opener afterwards.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
}

/** Serves the built site the way that edge hosts apply `_headers` and `_redirects`. Unknown pages redirect to the home page. */
export function siteFiles(dist: string, siteUrl: string) {
  const site = new URL(siteUrl)
  const cache = new Map<string, { changed: number; asset: Promise<Asset> }>()

  return async (request: Request): Promise<Response> => {
    const headers = new Headers(HEADERS)
    const ours = ourName(request, site)
    if (ours) return redirect(ours, 307, headers)
    // Browsers then use https only.
    if (site.protocol === 'https:') headers.set('Strict-Transport-Security', 'max-age=31536000')
    if (request.method === 'POST' && pathOf(request) === SHARE) return redirect(SHARE_LOST, 303, headers)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      headers.set('Allow', 'GET, HEAD')
      return new Response('Not allowed', { status: 405, headers })
    }
    const path = pathOf(request)
    const invitation = /^\/invite\/([a-z2-7]{1,64})\/?$/.exec(path ?? '')?.[1]
    // The dashboard asks for a sign-in first, and comes back to this URL.
    if (invitation) {
      keepSecret(headers)
      return redirect(`/dashboard?invite=${invitation}`, 303, headers)
    }
    const file = path && fileOf(path)
    if (!path || !file) return respondMissing(request, path, headers)
    const canonical = canonicalPath(path)
    if (canonical) return redirect(canonical + new URL(request.url).search, 308, headers)

    headers.set('Cache-Control', path.startsWith('/_astro/') ? YEAR : 'no-cache')
    if (SECRET_PAGES.some(page => isUnder(page, path)) || new URL(request.url).searchParams.has('invite'))
      keepSecret(headers)
    headers.set('Vary', 'Accept-Encoding')
    headers.set('Accept-Ranges', 'bytes')
    return respond(request, await load(file, encodingsOf(request)), headers)
  }

  function fileOf(path: string): string | undefined {
    const page = PAGES.find(prefix => isUnder(prefix, path))
    const bare = path.replace(/\/$/, '')
    const names = page ? [`${page}/index.html`] : [path, `${bare}.html`, `${bare}/index.html`]
    return NOT_PAGES.test(path) ? undefined : names.find(name => changedAt(name) > 0)
  }

  /** Returns 0 if there is no file: nothing, a folder or an invalid name. */
  function changedAt(name: string): number {
    try {
      const found = statSync(join(dist, name), { throwIfNoEntry: false })
      return found?.isFile() && found.size > 0 ? found.mtimeMs : 0
    } catch {
      return 0
    }
  }

  function load(name: string, encodings: Encoding[]): Promise<Asset> {
    const encoding = encodings.find(encoding => changedAt(name + SUFFIX[encoding]) > 0) ?? 'identity'
    const key = name + SUFFIX[encoding]
    const changed = changedAt(key)
    const cached = cache.get(key)
    if (cached?.changed === changed) return cached.asset
    const asset = read(join(dist, key), Bun.file(join(dist, name)).type, encoding)
    cache.set(key, { changed, asset })
    return asset
  }
}

/**
 * Returns the page's URL with the site's own name, if the request used another name of this machine. A network's sign-in returns to
 * the site's name, where a browser has neither the session nor the cookies of `localhost`.
 */
function ourName(request: Request, site: URL): string | undefined {
  const url = new URL(request.url)
  const isOtherName = url.hostname !== site.hostname && url.port === site.port
  if (!isOtherName || !LOCAL.test(url.hostname) || !LOCAL.test(site.hostname)) return undefined
  return site.origin + url.pathname + url.search
}

async function read(path: string, type: string, encoding: Encoding): Promise<Asset> {
  const bytes = new Uint8Array(await Bun.file(path).arrayBuffer())
  return { bytes, type, encoding, etag: `"${Bun.hash(bytes).toString(36)}-${encoding}"` }
}

function respond(request: Request, { bytes, type, etag, encoding }: Asset, headers: Headers): Response {
  headers.set('Content-Type', type)
  headers.set('ETag', etag)
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers })

  const range = rangeOf(request, etag, bytes.length)
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${bytes.length}`)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: bytes.length }
  if (range) headers.set('Content-Range', `bytes ${start}-${end - 1}/${bytes.length}`)
  headers.set('Content-Length', String(end - start))
  const body = request.method === 'HEAD' ? null : bytes.subarray(start, end)
  return new Response(body, { status: range ? 206 : 200, headers })
}

const isKnown = (request: Request, etag: string) =>
  (request.headers.get('If-None-Match') ?? '')
    .split(',')
    .map(tag => tag.trim().replace(/^W\//, ''))
    .some(tag => tag === etag || tag === '*')

function rangeOf(request: Request, etag: string, size: number) {
  const expected = request.headers.get('If-Range')
  if (request.method === 'HEAD' || (expected && expected !== etag)) return undefined
  return parseRange(request.headers.get('Range') ?? undefined, size)
}

/** Returns undefined for a URL that is invalid or leaves the site's folder. */
function pathOf(request: Request): string | undefined {
  try {
    const path = decodeURIComponent(new URL(request.url).pathname)
    return normalize(path) === path && !path.includes('\0') ? path : undefined
  } catch {
    return undefined
  }
}

/** Returns the path without file name and trailing slash, or undefined if it is canonical already. */
function canonicalPath(path: string): string | undefined {
  if (path === '/' || PAGES.some(prefix => path.startsWith(`${prefix}/`))) return undefined
  const canonical = path.replace(/(\/index)?\.html$/, '').replace(/\/$/, '') || '/'
  return canonical === path ? undefined : canonical
}

/** Returns the accepted encodings, best first. Ranges refer to the uncompressed file. */
function encodingsOf(request: Request): Encoding[] {
  if (request.headers.has('Range')) return ['identity']
  const accepted = (request.headers.get('Accept-Encoding') ?? '').toLowerCase()
  return (['br', 'gzip'] as const).filter(name =>
    new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?(,|\\s|$))`).test(accepted),
  )
}

const redirect = (location: string, status: number, headers: Headers) => {
  headers.set('Location', location)
  return new Response(null, { status, headers })
}

const isUnder = (prefix: string, path: string) => path === prefix || path.startsWith(`${prefix}/`)

/**
 * Redirects people to the home page; responds with 404 to requests for files and for invalid URLs by programs.
 * @param path undefined for a URL that is invalid or leaves the site's folder
 */
function respondMissing(request: Request, path: string | undefined, headers: Headers): Response {
  headers.set('Cache-Control', 'no-store')
  if (path && (path === '/' || PAGES.some(prefix => isUnder(prefix, path))))
    return new Response('The site is not built yet: run `bun run build`.', { status: 503, headers })
  const isForPerson = request.headers.get('Accept')?.includes('text/html')
  if ((!path || /\.[a-z0-9]+$/i.test(path)) && !isForPerson)
    return new Response('Not found', { status: 404, headers })
  return redirect('/#not-found', 302, headers)
}
