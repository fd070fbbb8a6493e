import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'

const Payload = v.object({
  algorithm: v.literal('HMAC-SHA256'),
  issued_at: v.pipe(v.number(), v.integer()),
  user_id: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^\d{1,40}$/)),
})

/** Meta signs as it sends; clocks differ a little. */
const FRESH_MS = 24 * 60 * 60_000
const CLOCKS_DIFFER_MS = 5 * 60_000

/** Whose request it is, and when the network made it, to the second. */
export type SignedRequest = { personId: string; issuedAt: Date }

/**
 * What a `signed_request` of Meta carries: `base64url(signature).base64url(JSON)`, signed with the app's secret over
 * the encoded payload. Undefined when it isn't Meta's word, or the app has no secret to tell by, or it is
 * older than a day: one that was caught long ago can't be played again.
 */
export function readSignedRequest(
  signedRequest: string,
  appSecret: string,
  now: Date,
): SignedRequest | undefined {
  const [signature, payload, ...more] = signedRequest.split('.')
  if (!appSecret || !signature || !payload || more.length > 0) return undefined
  const wanted = createHmac('sha256', appSecret).update(payload).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
  const read = v.safeParse(Payload, parseJson(Buffer.from(payload, 'base64url').toString()))
  if (!read.success) return undefined
  const issuedAt = new Date(read.output.issued_at * 1000)
  const ageMs = +now - +issuedAt
  if (ageMs > FRESH_MS || ageMs < -CLOCKS_DIFFER_MS) return undefined
  return { personId: read.output.user_id, issuedAt }
}

/** A numeric id may have more digits than a double holds: it is read as text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/("user_id"\s*:\s*)(\d+)/, '$1"$2"'))
  } catch {
    return undefined
  }
}
