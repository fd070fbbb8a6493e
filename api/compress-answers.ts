import { gzip, gzipSync } from 'node:zlib'
import { promisify } from 'node:util'
import type { MiddlewareHandler } from 'hono'

import type { Env } from './context.ts'

/** Below this, what is saved is less than a packet. */
const MIN_BYTES = 2048
/** Above this it is done beside the event loop. */
const MAX_SYNC_BYTES = 64 * 1024
/** zlib's quickest: lists of posts are a fifth of their size by it, and a sixth by the default at three times the cost. */
const LEVEL = 1
/** The calls whose responses grow: to look at the others would cost more than it saves. */
const GROWING =
  /^\/api\/(openapi\.json|docs|posts|drafts|templates|notifications|insights|accounts|admin|captions)\b/
const COMPRESSIBLE = /^(application\/json|text\/(html|plain|css)|application\/problem\+json)\b/
const ACCEPTED = /\bgzip\b(?!\s*;\s*q=0(\.0*)?(,|\s|$))/i

const compressLater = promisify(gzip)

/**
 * Compresses responses to GETs of lists and documents. Streams are neither. A response that gives out a secret (a sign-in's token,
 * recovery codes) is to a POST or sets a cookie, and stays as it is: beside words that somebody else chose, its compressed length
 * would give the secret away (BREACH, breachattack.com).
 */
export const compressAnswers: MiddlewareHandler<Env> = async (c, next) => {
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
  const answer = new Response(isLarge ? await compress(plain) : plain, { headers })
  // Hono copies the headers of a response that is replaced.
  c.res = undefined
  c.res = answer
}

async function compress(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const packed =
    bytes.byteLength <= MAX_SYNC_BYTES
      ? gzipSync(bytes, { level: LEVEL })
      : await compressLater(bytes, { level: LEVEL })
  return new Uint8Array(packed)
}
