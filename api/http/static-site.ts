import { statSync } from 'node:fs'
import { join, normalize } from 'node:path'

import { parseRange } from './byte-range.ts'

type Encoding = 'br' | 'gzip' | 'identity'
type Ready = { bytes: Uint8Array<ArrayBuffer>; type: string; etag: string; encoding: Encoding }
type SiteOptions = {
  /** Browsers reach us by https, and should do so from now on. */
  https: boolean
}

const SUFFIX = { br: '.br', gzip: '.gz', identity: '' } as const
const YEAR = 'public, max-age=31536000, immutable'
/** Served for every address under them. */
const PAGES = ['/dashboard', '/reset-password']
/** Instructions and the 404 page for edge hosts, the build's settings, and compressed copies of other files. */
const NOT_PAGES = /^\/(_headers|_redirects|_built-for\.json|404(\.html)?)$|\.(br|gz)$/
const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  // A sign-in's pop-up goes to the provider and back: its page must still find the page that opened it.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
}

/** The built site as edge hosts serve it by `_headers` and `_redirects`. An unknown path leads home. */
export function siteFiles(dist: string, { https }: SiteOptions) {
  const kept = new Map<string, { changed: number; ready: Promise<Ready> }>()

  return async (request: Request): Promise<Response> => {
    const headers = new Headers(HEADERS)
    if (https) headers.set('Strict-Transport-Security', 'max-age=31536000')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      headers.set('Allow', 'GET, HEAD')
      return new Response('Not allowed', { status: 405, headers })
    }
    const path = pathOf(request)
    const file = path && fileOf(path)
    if (!path || !file) return nothingAt(request, path, headers)
    const better = properPath(path)
    if (better) return redirect(better + new URL(request.url).search, 308, headers)

    // The link of a reset mail must not travel on to another site.
    if (path.startsWith('/reset-password')) headers.set('Referrer-Policy', 'no-referrer')
    headers.set('Cache-Control', path.startsWith('/_astro/') ? YEAR : 'no-cache')
    headers.set('Vary', 'Accept-Encoding')
    headers.set('Accept-Ranges', 'bytes')
    return answer(request, await load(file, encodingsOf(request)), headers)
  }

  function fileOf(path: string): string | undefined {
    const page = PAGES.find(prefix => isUnder(prefix, path))
    const bare = path.replace(/\/$/, '')
    const names = page ? [`${page}/index.html`] : [path, `${bare}.html`, `${bare}/index.html`]
    return NOT_PAGES.test(path) ? undefined : names.find(name => changedAt(name) > 0)
  }

  /** 0 where there is no file: nothing, a folder, or a name that no file can have. */
  function changedAt(name: string): number {
    try {
      const found = statSync(join(dist, name), { throwIfNoEntry: false })
      return found?.isFile() && found.size > 0 ? found.mtimeMs : 0
    } catch {
      return 0
    }
  }

  function load(name: string, encodings: Encoding[]): Promise<Ready> {
    const encoding = encodings.find(encoding => changedAt(name + SUFFIX[encoding]) > 0) ?? 'identity'
    const key = name + SUFFIX[encoding]
    const changed = changedAt(key)
    const known = kept.get(key)
    if (known?.changed === changed) return known.ready
    const ready = read(join(dist, key), Bun.file(join(dist, name)).type, encoding)
    kept.set(key, { changed, ready })
    return ready
  }
}

async function read(path: string, type: string, encoding: Encoding): Promise<Ready> {
  const bytes = new Uint8Array(await Bun.file(path).arrayBuffer())
  return { bytes, type, encoding, etag: `"${Bun.hash(bytes).toString(36)}-${encoding}"` }
}

function answer(request: Request, { bytes, type, etag, encoding }: Ready, headers: Headers): Response {
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
  const wanted = request.headers.get('If-Range')
  if (request.method === 'HEAD' || (wanted && wanted !== etag)) return undefined
  return parseRange(request.headers.get('Range') ?? undefined, size)
}

/** Undefined for an address that leaves the site's folder. */
function pathOf(request: Request): string | undefined {
  try {
    const path = decodeURIComponent(new URL(request.url).pathname)
    return normalize(path) === path && !path.includes('\0') ? path : undefined
  } catch {
    return undefined
  }
}

/** Each page has one address: without file name, and without a slash at its end. */
function properPath(path: string): string | undefined {
  if (path === '/' || PAGES.some(prefix => path.startsWith(`${prefix}/`))) return undefined
  const proper = path.replace(/(\/index)?\.html$/, '').replace(/\/$/, '') || '/'
  return proper === path ? undefined : proper
}

/** What it may be sent in, best first. A part of a file is a part of the file as it is. */
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

/** `path` is undefined for an address that can't be read or leaves the site: only a person is led home from there. */
function nothingAt(request: Request, path: string | undefined, headers: Headers): Response {
  headers.set('Cache-Control', 'no-store')
  if (path && (path === '/' || PAGES.some(prefix => isUnder(prefix, path))))
    return new Response('The site is not built yet: run `bun run build`.', { status: 503, headers })
  const isForPerson = request.headers.get('Accept')?.includes('text/html')
  if ((!path || /\.[a-z0-9]+$/i.test(path)) && !isForPerson)
    return new Response('Not found', { status: 404, headers })
  return redirect('/', 302, headers)
}
