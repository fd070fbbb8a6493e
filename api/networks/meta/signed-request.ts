import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'

import { DAY_MS } from '#shared/durations.ts'
import { parseGraphJson } from './json.ts'

const Payload = v.object({
  algorithm: v.literal('HMAC-SHA256'),
  issued_at: v.pipe(v.number(), v.integer()),
  user_id: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^\d{1,40}$/)),
})

const MAX_AGE_MS = DAY_MS
const CLOCK_TOLERANCE_MS = 5 * 60_000

export type SignedRequest = { personId: string; issuedAt: Date }

/**
 * Verifies and parses Meta's `signed_request`: `base64url(signature).base64url(JSON)`, signed with the app secret over the
 * encoded payload. Returns undefined if the signature is invalid or the app has no secret, and to limit replays if the request is
 * older than a day.
 */
export function readSignedRequest(
  signedRequest: string,
  appSecret: string,
  now: Date,
): SignedRequest | undefined {
  const [signature, payload, ...more] = signedRequest.split('.')
  if (!appSecret || !signature || !payload || more.length > 0) return undefined
  const expected = createHmac('sha256', appSecret).update(payload).digest()
  const received = Buffer.from(signature, 'base64url')
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined
  const read = v.safeParse(Payload, parseGraphJson(Buffer.from(payload, 'base64url').toString()))
  if (!read.success) return undefined
  const issuedAt = new Date(read.output.issued_at * 1000)
  const ageMs = +now - +issuedAt
  if (ageMs > MAX_AGE_MS || ageMs < -CLOCK_TOLERANCE_MS) return undefined
  return { personId: read.output.user_id, issuedAt }
}
