import type { MiddlewareHandler } from 'hono'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'

import type { Env } from '../context.ts'

/** Minimum size for compression. Below it, compression saves less than a packet. */
const MIN_BYTES = 2048
/** Maximum size that is compressed synchronously. Larger responses are compressed in a thread. */
const MAX_SYNC_BYTES = 64 * 1024
/** zlib's fastest level: it reduces lists of posts to a fifth. The default reaches a sixth at three times the cost. */
const LEVEL = 1
/** Paths whose responses can be large. Checking the others would cost more than it saves. */
const GROWING =
  /^\/api\/(openapi\.json|docs|posts|review|drafts|templates|hashtag-sets|notifications|insights|accounts|admin|captions|businesses)\b/
const COMPRESSIBLE = /^(application\/json|text\/(html|plain|css)|application\/problem\+json)\b/
const ACCEPTED = /\bgzip\b(?!\s*;\s*q=0(\.0*)?(,|\s|$))/i

const gzipAsync = promisify(gzip)

/**
 * Compresses responses to GETs of lists and documents, but not streams. Responses with a secret, such as a session token, answer a
 * POST or set a cookie, and are never compressed: an attacker who chooses a part of the response could guess the secret from its
 * length (BREACH, breachattack.com).
 */
export const compressResponses: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  if (c.req.method !== 'GET' || !GROWING.test(c.req.path)) return
  const { headers, status } = c.res
  if (status !== 200) return
  if (!COMPRESSIBLE.test(headers.get('Content-Type') ?? '')) return
  if (headers.has('Content-Encoding') || headers.has('Set-Cookie')) return
  headers.append('Vary', 'Accept-Encoding')
  if (!ACCEPTED.test(c.req.header('Accept-Encoding') ?? '')) return
  const plain = new Uint8Array(await c.res.arrayBuffer())
  const isLarge = plain.byteLength >= MIN_BYTES
  if (isLarge) headers.set('Content-Encoding', 'gzip')
  headers.delete('Content-Length')
  const compressed = new Response(isLarge ? await compress(plain) : plain, { headers })
  // Hono copies the headers when the response is replaced.
  c.res = undefined
  c.res = compressed
}

async function compress(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const packed =
    bytes.byteLength <= MAX_SYNC_BYTES
      ? gzipSync(bytes, { level: LEVEL })
      : await gzipAsync(bytes, { level: LEVEL })
  return new Uint8Array(packed)
}
