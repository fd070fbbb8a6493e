import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'

const Payload = v.object({
  algorithm: v.literal('HMAC-SHA256'),
  user_id: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^\d{1,40}$/)),
})

/**
 * Whose id a `signed_request` of Meta carries: `base64url(signature).base64url(JSON)`, signed with the app's secret over
 * the encoded payload. Undefined when it isn't Meta's word, or the app has no secret to tell by.
 */
export function readSignedRequest(signedRequest: string, appSecret: string): string | undefined {
  const [signature, payload, ...more] = signedRequest.split('.')
  if (!appSecret || !signature || !payload || more.length > 0) return undefined
  const wanted = createHmac('sha256', appSecret).update(payload).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
  const read = v.safeParse(Payload, parseJson(Buffer.from(payload, 'base64url').toString()))
  return read.success ? read.output.user_id : undefined
}

/** A numeric id may have more digits than a double holds: it is read as text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/("user_id"\s*:\s*)(\d+)/, '$1"$2"'))
  } catch {
    return undefined
  }
}
