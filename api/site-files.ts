import { join, normalize } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

type Encoding = 'br' | 'gzip' | 'identity'
type Ready = { bytes: Uint8Array<ArrayBuffer>; type: string; etag: string }

const COMPRESSIBLE = /^(text\/|application\/(javascript|json|xml|manifest\+json)|image\/svg)/
const YEAR = 'public, max-age=31536000, immutable'
const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  // A sign-in's pop-up goes to the provider and back: its page must still find the page that opened it.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
}

/** The built site, compressed once and kept: `/dashboard/*` is one page, and an unknown path leads home. */
export function siteFiles(dist: string) {
  const kept = new Map<string, Promise<Ready | undefined>>()

  return async (request: Request): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response('Not allowed', { status: 405, headers: { Allow: 'GET, HEAD' } })
    const path = pathOf(request)
    if (!path) return new Response('Not found', { status: 404, headers: HEADERS })
    const encoding = encodingOf(request)
    const file = await find(fileOf(path), encoding)
    if (!file) return nothingAt(path)

    const headers = new Headers({
      ...HEADERS,
      'Content-Type': file.type,
      ETag: file.etag,
      Vary: 'Accept-Encoding',
    })
    headers.set('Cache-Control', path.startsWith('/_astro/') ? YEAR : 'no-cache')
    if (request.headers.get('If-None-Match') === file.etag)
      return new Response(null, { status: 304, headers })
    if (COMPRESSIBLE.test(file.type) && encoding !== 'identity') headers.set('Content-Encoding', encoding)
    headers.set('Content-Length', String(file.bytes.length))
    return new Response(request.method === 'HEAD' ? null : file.bytes, { headers })
  }

  function find(file: string, encoding: Encoding): Promise<Ready | undefined> {
    const key = `${encoding} ${file}`
    const known = kept.get(key) ?? load(join(dist, file), encoding)
    // What is missing is looked for again: the site may be built while the api runs.
    kept.set(
      key,
      known.then(ready => (ready ? ready : (kept.delete(key), undefined))),
    )
    return known
  }
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

function fileOf(path: string): string {
  if (path === '/dashboard' || path.startsWith('/dashboard/')) return 'dashboard/index.html'
  return /\.[a-z0-9]+$/i.test(path) ? path : join(path, 'index.html')
}

async function load(path: string, encoding: Encoding): Promise<Ready | undefined> {
  const file = Bun.file(path)
  if (!(await file.exists())) return undefined
  const plain = await file.bytes()
  const etag = `"${Bun.hash(plain).toString(36)}-${encoding}"`
  const bytes = COMPRESSIBLE.test(file.type) ? compress(plain, encoding) : plain
  return { bytes: new Uint8Array(bytes), type: file.type, etag }
}

function compress(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  if (encoding === 'br')
    return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  return encoding === 'gzip' ? gzipSync(bytes, { level: 9 }) : bytes
}

function encodingOf(request: Request): Encoding {
  const accepted = request.headers.get('Accept-Encoding') ?? ''
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

function nothingAt(path: string): Response {
  if (path === '/' || path.startsWith('/dashboard'))
    return new Response('The site is not built yet: run `bun run build`.', { status: 503, headers: HEADERS })
  if (/\.[a-z0-9]+$/i.test(path)) return new Response('Not found', { status: 404, headers: HEADERS })
  return new Response(null, { status: 302, headers: { ...HEADERS, Location: '/' } })
}
