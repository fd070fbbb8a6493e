import { tokenProblem } from '../../graph/authorise.ts'
import { missingParameter, GraphError, graphError } from '../../graph/graph-error.ts'
import type { GraphCall } from '../../graph/operation.ts'
import type { Token } from '../../world/entities/sign-ins.ts'
import { ids } from '../../world/ids.ts'
import { HOUR, isAppSecret, LONG_LIVED_MS, MINUTE, newToken } from '../../world/tokens.ts'

const CODE_LIFETIME_MS = 10 * MINUTE
export const SHORT_LIVED_MS = 2 * HOUR

/** Exchanges a code for a short-lived user token, or a short-lived token for one of sixty days. */
export function exchangeToken(call: GraphCall) {
  const { params, world } = call
  const appId = params['client_id']
  if (!appId) throw new GraphError({ code: 101, message: 'Missing client_id parameter.' })
  if (!isAppSecret(world, appId, params['client_secret'] ?? '')) {
    throw new GraphError({ code: 1, message: 'Error validating client secret.' })
  }
  const grant = params['grant_type'] ?? 'authorization_code'
  if (grant === 'authorization_code') return tokenBody(call, exchangeCode(call, appId))
  if (grant === 'client_credentials') return { access_token: `${appId}|${ids.code()}`, token_type: 'bearer' }
  if (grant === 'fb_exchange_token') return tokenBody(call, prolong(call, appId))
  throw graphError(100, `Invalid grant_type: ${grant}`)
}

function tokenBody({ world }: GraphCall, token: Token) {
  const lives = token.expiresAt ? token.expiresAt.getTime() - world.now().getTime() : 0
  return { access_token: token.value, token_type: 'bearer', expires_in: Math.floor(lives / 1000) }
}

function exchangeCode({ params, world }: GraphCall, appId: string): Token {
  const redirectUri = params['redirect_uri']
  if (!params['code']) throw missingParameter('code')
  if (redirectUri === undefined) throw missingParameter('redirect_uri')
  const code = world.codes.get(params['code'])
  if (!code || code.provider !== 'facebook') {
    throw new GraphError({ code: 100, message: 'Invalid verification code format.' })
  }
  if (code.used) {
    throw new GraphError({ code: 100, subcode: 36009, message: 'This authorization code has been used.' })
  }
  if (world.now().getTime() - code.issuedAt.getTime() > CODE_LIFETIME_MS) {
    throw new GraphError({ code: 100, subcode: 36007, message: 'This authorization code has expired.' })
  }
  const { boundTo } = code
  if (boundTo && (boundTo.redirectUri !== redirectUri || boundTo.appId !== appId)) {
    const message =
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you ' +
      'used in the OAuth dialog request'
    throw new GraphError({ code: 100, subcode: 36008, message })
  }
  code.used = true
  const { personId, scopes } = code
  return newToken(world, { provider: 'facebook', personId, appId, scopes, lifetimeMs: SHORT_LIVED_MS })
}

function prolong({ params, world }: GraphCall, appId: string): Token {
  const short = world.tokens.get(params['fb_exchange_token'] ?? '')
  if (!params['fb_exchange_token']) throw missingParameter('fb_exchange_token')
  if (!short || short.provider !== 'facebook' || short.kind !== 'user') {
    throw new GraphError({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token' })
  }
  const problem = tokenProblem(world, short)
  if (problem) throw new GraphError({ code: 190, ...problem })
  if (short.appId !== null && short.appId !== appId)
    throw graphError(190, 'This token belongs to another app')
  const { personId, scopes } = short
  return newToken(world, {
    provider: 'facebook',
    personId,
    appId,
    scopes,
    lifetimeMs: LONG_LIVED_MS,
    longLived: true,
  })
}
