import { createHash } from 'node:crypto'

import type { GoogleCode, GoogleGrant, GoogleToken } from '../world/entities/google.ts'
import { ids } from '../world/ids.ts'
import { DAY, HOUR, MINUTE } from '../world/tokens.ts'
import type { World } from '../world/world.ts'

export const BUSINESS_SCOPE = 'https://www.googleapis.com/auth/business.manage'
export const GOOGLE_SCOPES = ['openid', 'email', 'profile', BUSINESS_SCOPE]
export const ACCESS_LIVES_SECONDS = 3599
const CODE_LIVES_MS = 10 * MINUTE
const UNUSED_REFRESH_LIVES_MS = 183 * DAY
/** Of one person and app; the oldest makes room. */
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
  !used && world.now().getTime() - issuedAt.getTime() <= CODE_LIVES_MS

/** PKCE: the verifier's SHA-256 is what the dialog was given. */
export const isVerifierOf = (challenge: string, verifier: string) =>
  createHash('sha256').update(verifier).digest('base64url') === challenge

/** What the person gave the app; `isNew` where they had given it nothing before. */
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

/** The token, while it is alive. */
export function livingToken(
  world: World,
  kind: GoogleToken['kind'],
  value: string | undefined,
): GoogleToken | undefined {
  const token = world.business.tokens.get(value ?? '')
  if (token?.kind !== kind || token.grant.ended) return undefined
  const now = world.now().getTime()
  if (kind === 'access') return now - token.issuedAt.getTime() < HOUR ? token : undefined
  if (now - token.usedAt.getTime() > UNUSED_REFRESH_LIVES_MS) return undefined
  token.usedAt = world.now()
  return token
}

/** Ends what people gave to apps, with every token of it. @returns how many tokens died */
export function endGrants(world: World, doomed: (grant: GoogleGrant) => boolean): number {
  const { grants, tokens } = world.business
  const ended = grants.filter(grant => !grant.ended && doomed(grant))
  for (const grant of ended) grant.ended = true
  return [...tokens.values()].filter(({ grant }) => ended.includes(grant)).length
}
