import { requireToken } from '../graph/authorise.ts'
import { GraphError, graphError } from '../graph/graph-error.ts'
import type { GraphCall } from '../graph/operation.ts'
import type { Token } from '../world/entities/sign-ins.ts'
import { DAY, isAppSecret, LONG_LIVED_MS, newToken } from '../world/tokens.ts'
import type { World } from '../world/world.ts'

const seconds = (ms: number) => Math.floor(ms / 1000)

/** Exchanges a token that lasts an hour for one that lasts sixty days. */
export function exchangeForLongLived(call: GraphCall) {
  const { params, world } = call
  requireGrant(call, 'ig_exchange_token')
  const short = requireToken(call, 'instagram')
  if (short.longLived)
    throw graphError(100, 'This token is long-lived already; only a short-lived one is exchanged')
  if (!isAppSecret(world, short.appId ?? '', params['client_secret'] ?? '')) {
    throw new GraphError({ code: 1, message: 'Error validating client secret.' })
  }
  const token = longLived(world, short)
  return { access_token: token.value, token_type: 'bearer', expires_in: seconds(LONG_LIVED_MS) }
}

/** Extends a long-lived token that is at least a day old by sixty days. */
export function refreshToken(call: GraphCall) {
  const { world } = call
  requireGrant(call, 'ig_refresh_token')
  const old = requireToken(call, 'instagram')
  if (!old.longLived) throw graphError(100, 'Only a long-lived token can be refreshed')
  if (world.now().getTime() - old.issuedAt.getTime() < DAY) {
    throw graphError(100, 'The token must be at least 24 hours old to be refreshed')
  }
  const token = longLived(world, old)
  const permissions = token.scopes.join(',')
  return { access_token: token.value, token_type: 'bearer', expires_in: seconds(LONG_LIVED_MS), permissions }
}

function requireGrant({ params }: GraphCall, grant: string): void {
  if (params['grant_type'] !== grant) throw graphError(100, `Param grant_type must be ${grant}`)
}

function longLived(world: World, { personId, appId, scopes }: Token): Token {
  return newToken(world, {
    provider: 'instagram',
    personId,
    appId,
    scopes,
    longLived: true,
    lifetimeMs: LONG_LIVED_MS,
  })
}
