import { importJWK, SignJWT } from 'jose'
import { createHash, randomUUID } from 'node:crypto'

import type { PrivateKey } from './session.ts'

type BoundCall = { key: PrivateKey; method: string; url: URL; token: string; now: Date }

const MAX_SERVERS = 1000
/** The last nonce of each server, by its origin. A server replaces it every few minutes. */
const nonces = new Map<string, string>()

/** Also the OAuth library's store, so that its calls and ours share nonces. */
export const nonceStore = {
  get: (origin: string) => nonces.get(origin),
  set(origin: string, nonce: string): void {
    nonces.delete(origin)
    nonces.set(origin, nonce)
    const [oldest] = nonces.keys()
    if (nonces.size > MAX_SERVERS && oldest !== undefined) nonces.delete(oldest)
  },
  del: (origin: string) => void nonces.delete(origin),
}

/** Returns the headers of a call with a DPoP-bound token (RFC 9449). */
export async function dpopHeaders({ key, method, url, token, now }: BoundCall) {
  const { kty, crv, x, y } = key
  const nonce = nonces.get(url.origin)
  const proof = await new SignJWT({
    jti: randomUUID(),
    htm: method,
    htu: url.origin + url.pathname,
    ath: createHash('sha256').update(token).digest('base64url'),
    ...(nonce !== undefined && { nonce }),
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: { kty, crv, x, y } })
    .setIssuedAt(now)
    .sign(await importJWK(key, 'ES256'))
  return { Authorization: `DPoP ${token}`, DPoP: proof }
}

/** Saves a response's nonce. Returns true if the server rejected the call because its proof lacked this nonce. */
export function saveNonce({ status, headers }: Response, url: URL): boolean {
  const nonce = headers.get('DPoP-Nonce')
  if (!nonce) return false
  nonceStore.set(url.origin, nonce)
  return status === 401 && (headers.get('WWW-Authenticate') ?? '').includes('error="use_dpop_nonce"')
}
