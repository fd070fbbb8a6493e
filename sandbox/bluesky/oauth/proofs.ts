import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose'
import { createHash, createHmac, randomBytes } from 'node:crypto'

import type { World } from '../../world/world.ts'
import { OAuthError } from './oauth-error.ts'

const NONCE_LIFETIME_MS = 5 * 60_000
const MAX_AGE_SECONDS = 60
const MAX_PROOFS = 10_000

const secret = randomBytes(32)
const nonceAt = (time: number) =>
  createHmac('sha256', secret)
    .update(String(Math.floor(time / NONCE_LIFETIME_MS)))
    .digest('base64url')

/** Returns the current nonce of proofs. The previous one is also accepted. */
export const currentNonce = ({ now }: World) => nonceAt(now().getTime())

interface ProofContext {
  method: string
  /** Without a query. */
  url: string
  /** The access token of a call to the account's server. */
  token?: string
  /** Current time of the clock that made the proof: the product's, or the machine's, which its OAuth library uses. */
  at: Date
}

const invalid = (why: string) => new OAuthError('invalid_dpop_proof', why)

/** Checks a proof of possession (RFC 9449). @returns the thumbprint of its key */
export async function checkProof(
  world: World,
  proof: string | undefined,
  { method, url, token, at }: ProofContext,
): Promise<string> {
  if (!proof) throw invalid('DPoP proof required')
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    typ: 'dpop+jwt',
    algorithms: ['ES256'],
    maxTokenAge: MAX_AGE_SECONDS,
    clockTolerance: MAX_AGE_SECONDS,
    currentDate: at,
  }).catch((error: unknown) => {
    throw invalid(`Failed to verify DPoP proof: ${String(error)}`)
  })
  const { jti, htm, htu, nonce, ath } = payload
  if (htm !== method) throw invalid('DPoP "htm" mismatch')
  if (htu !== url) throw invalid(`DPoP "htu" mismatch: ${String(htu)} isn't ${url}`)
  const now = world.now().getTime()
  if (nonce !== nonceAt(now) && nonce !== nonceAt(now - NONCE_LIFETIME_MS))
    throw new OAuthError('use_dpop_nonce', 'Authorization server requires nonce in DPoP proof')
  if (ath !== (token && createHash('sha256').update(token).digest('base64url')))
    throw invalid('DPoP "ath" mismatch')
  if (!jti) throw invalid('DPoP "jti" missing')
  const { proofs } = world.blueskyOAuth
  if (proofs.has(jti)) throw invalid('DPoP proof replayed')
  proofs.add(jti)
  const [oldest] = proofs
  if (proofs.size > MAX_PROOFS && oldest !== undefined) proofs.delete(oldest)
  if (!protectedHeader.jwk || 'd' in protectedHeader.jwk) throw invalid('The proof shows no public key')
  return calculateJwkThumbprint(protectedHeader.jwk)
}
