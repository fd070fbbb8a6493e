import type { Person } from './entities/people.ts'
import type { LoginCode, Token } from './entities/sign-ins.ts'
import { ids } from './ids.ts'
import type { World } from './world.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const LONG_LIVED_MS = 60 * DAY

export function newCode(
  world: World,
  person: Person,
  scopes: string[],
  boundTo: LoginCode['boundTo'],
): LoginCode {
  const code: LoginCode = {
    value: ids.code(),
    provider: person.provider,
    personId: person.id,
    scopes,
    issuedAt: world.now(),
    used: false,
    boundTo,
  }
  world.codes.set(code.value, code)
  return code
}

type NewToken = Pick<Token, 'personId' | 'provider' | 'appId' | 'scopes'> &
  Partial<Pick<Token, 'kind' | 'pageId' | 'longLived'>> & { lifetimeMs: number | null }

export function newToken(world: World, { lifetimeMs, ...about }: NewToken): Token {
  const issuedAt = world.now()
  const token: Token = {
    kind: 'user',
    pageId: null,
    longLived: false,
    ...about,
    value: about.provider === 'facebook' ? ids.facebookToken() : ids.instagramToken(),
    issuedAt,
    expiresAt: lifetimeMs === null ? null : new Date(issuedAt.getTime() + lifetimeMs),
    death: null,
  }
  world.tokens.set(token.value, token)
  return token
}

/** Returns a Page's token for a user token, the same one each time. It never expires if the user token is long-lived. */
export function pageToken(world: World, user: Token, pageId: string): Token {
  const key = `${user.value}:${pageId}`
  const known = world.pageTokens.get(key)
  if (known) return known
  const lifetimeMs =
    user.longLived || !user.expiresAt ? null : user.expiresAt.getTime() - world.now().getTime()
  const { personId, provider, appId, scopes, longLived } = user
  const token = newToken(world, {
    personId,
    provider,
    appId,
    scopes,
    longLived,
    lifetimeMs,
    kind: 'page',
    pageId,
  })
  world.pageTokens.set(key, token)
  return token
}

export function revokeTokens(
  world: World,
  matches: (token: Token) => boolean,
  death: Token['death'],
): number {
  const alive = [...world.tokens.values()].filter(token => !token.death && matches(token))
  for (const token of alive) token.death = death
  return alive.length
}

/** Returns true if the secret belongs to the app. An app's secret is the first one that is sent with its id. */
export function isAppSecret(world: World, appId: string, secret: string): boolean {
  if (!appId || !secret) return false
  const known = world.appSecrets.get(appId)
  if (known === undefined) world.appSecrets.set(appId, secret)
  return known === undefined || known === secret
}
