import { createHash } from 'node:crypto'

import type { GoogleCode, GoogleGrant, GoogleToken } from '../world/entities/google.ts'
import { ids } from '../world/ids.ts'
import { DAY, HOUR, MINUTE } from '../world/tokens.ts'
import type { World } from '../world/world.ts'

export const BUSINESS_SCOPE = 'https://www.googleapis.com/auth/business.manage'
export const GOOGLE_SCOPES = ['openid', 'email', 'profile', BUSINESS_SCOPE]
export const ACCESS_LIFETIME_SECONDS = 3599
const CODE_LIFETIME_MS = 10 * MINUTE
const UNUSED_REFRESH_LIFETIME_MS = 183 * DAY
/** Limit per person and app. A further token replaces the oldest. */
const MAX_REFRESH_TOKENS = 100

export function newGoogleCode(
  world: World,
  about: Pick<GoogleCode, 'personId' | 'scopes' | 'offline' | 'consented' | 'boundTo'>,
): GoogleCode {
  const code = { ...about, value: ids.googleCode(), issuedAt: world.now(), used: false }
  world.business.codes.set(code.value, code)
  return code
}

export const isFreshCode = (world: World, { used, issuedAt }: GoogleCode) =>
  !used && world.now().getTime() - issuedAt.getTime() <= CODE_LIFETIME_MS

/** PKCE: the challenge is the verifier's SHA-256. */
export const isVerifierOf = (challenge: string, verifier: string) =>
  createHash('sha256').update(verifier).digest('base64url') === challenge

/** Returns the person's grant to an app. `isNew` is true if there was none before. */
export function grantOf(world: World, { personId, scopes }: GoogleCode, clientId: string) {
  const known = world.business.grants.find(
    grant => !grant.ended && grant.personId === personId && grant.clientId === clientId,
  )
  if (known) {
    known.scopes = [...new Set([...known.scopes, ...scopes])]
    return { grant: known, isNew: false }
  }
  const grant: GoogleGrant = { personId, clientId, scopes, ended: false }
  world.business.grants.push(grant)
  return { grant, isNew: true }
}

export function newGoogleToken(world: World, kind: GoogleToken['kind'], grant: GoogleGrant): GoogleToken {
  const value = kind === 'access' ? ids.googleAccessToken() : ids.googleRefreshToken()
  const token = { value, kind, grant, issuedAt: world.now(), usedAt: world.now() }
  const { tokens } = world.business
  tokens.set(value, token)
  if (kind === 'refresh') {
    const others = [...tokens.values()].filter(other => other.kind === 'refresh' && other.grant === grant)
    if (others[0] && others.length > MAX_REFRESH_TOKENS) tokens.delete(others[0].value)
  }
  return token
}

/** Returns the token unless it is expired or revoked. */
export function validToken(
  world: World,
  kind: GoogleToken['kind'],
  value: string | undefined,
): GoogleToken | undefined {
  const token = world.business.tokens.get(value ?? '')
  if (token?.kind !== kind || token.grant.ended) return undefined
  const now = world.now().getTime()
  if (kind === 'access') return now - token.issuedAt.getTime() < HOUR ? token : undefined
  if (now - token.usedAt.getTime() > UNUSED_REFRESH_LIFETIME_MS) return undefined
  token.usedAt = world.now()
  return token
}

/** Ends grants with all their tokens. @returns the number of ended tokens */
export function endGrants(world: World, matches: (grant: GoogleGrant) => boolean): number {
  const { grants, tokens } = world.business
  const ended = grants.filter(grant => !grant.ended && matches(grant))
  for (const grant of ended) grant.ended = true
  return [...tokens.values()].filter(({ grant }) => ended.includes(grant)).length
}
