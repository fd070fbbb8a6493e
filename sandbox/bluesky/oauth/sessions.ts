import { createHash, randomBytes } from 'node:crypto'

import type { BlueskyGrantRequest, BlueskyOAuthSession } from '../../world/entities/bluesky.ts'
import { DAY, HOUR } from '../../world/tokens.ts'
import type { World } from '../../world/world.ts'
import { authenticate, type Client, scopesOf } from './clients.ts'
import { invalidGrant, invalidRequest, OAuthError } from './oauth-error.ts'

const REQUEST_LIFETIME_MS = 5 * 60_000
const CODE_LIFETIME_MS = 60_000
const ACCESS_LIFETIME_MS = HOUR
const PUBLIC_LIFETIME_MS = 14 * DAY
const CONFIDENTIAL_LIFETIME_MS = 180 * DAY

const random = (prefix: string) => `${prefix}-${randomBytes(32).toString('base64url')}`
const after = (world: World, ms: number) => new Date(world.now().getTime() + ms)

interface OAuthRequest {
  world: World
  client: Client
  form: Record<string, string>
  issuer: string
  /** Thumbprint of the key of the request's proof. */
  jkt: string
}

/** Pushes a request for authorisation. @returns the URI by which the browser refers to it */
export async function push({ world, client, form, issuer, jkt }: OAuthRequest) {
  const auth = await authenticate(world, client, form, issuer)
  const { redirect_uri: redirectUri = '', state = '', code_challenge: challenge = '' } = form
  if (form['response_type'] !== 'code') throw invalidRequest('response_type must be code')
  if (!client.redirectUris.includes(redirectUri)) throw invalidRequest('Invalid redirect_uri')
  if (form['code_challenge_method'] !== 'S256' || !/^[\w-]{43}$/.test(challenge))
    throw invalidRequest('code_challenge must be S256')
  if (!state) throw invalidRequest('state is missing')
  const scopes = scopesOf(form['scope'] ?? '')
  if (!scopes.includes('atproto')) throw new OAuthError('invalid_scope', 'The "atproto" scope is required')
  const undeclared = scopes.find(scope => !client.scopes.includes(scope))
  if (undeclared)
    throw new OAuthError('invalid_scope', `Scope "${undeclared}" is not declared in the client metadata`)
  const uri = `urn:ietf:params:oauth:request_uri:${random('req')}`
  const request: BlueskyGrantRequest = {
    clientId: client.id,
    auth,
    jkt,
    redirectUri,
    state,
    challenge,
    scopes,
    hint: form['login_hint'] ?? '',
    expiresAt: after(world, REQUEST_LIFETIME_MS),
  }
  world.blueskyOAuth.requests.set(uri, request)
  return { request_uri: uri, expires_in: REQUEST_LIFETIME_MS / 1000 }
}

/** Returns the pushed request to which a browser refers. */
export function requestOf(world: World, uri: string | undefined, clientId: string | undefined) {
  const request = world.blueskyOAuth.requests.get(uri ?? '')
  if (!request || request.expiresAt <= world.now()) throw invalidRequest('This request has expired')
  if (request.clientId !== clientId) throw invalidRequest('This request belongs to another client')
  return request
}

/** Issues a code to the account that agreed. The request can't be used again. */
export function newCode(world: World, uri: string, did: string): string {
  const { requests, codes } = world.blueskyOAuth
  const request = requests.get(uri)
  if (!request) throw invalidRequest('This request has expired')
  requests.delete(uri)
  const code = random('cod')
  codes.set(code, { ...request, did, expiresAt: after(world, CODE_LIFETIME_MS) })
  return code
}

/** Exchanges a code, or a refresh token for the next one. */
export async function grant(sent: OAuthRequest) {
  const { world, client, form, issuer } = sent
  const auth = await authenticate(world, client, form, issuer)
  switch (form['grant_type']) {
    case 'authorization_code':
      return exchange(sent, auth)
    case 'refresh_token':
      return refresh(sent, auth)
  }
  throw new OAuthError('unsupported_grant_type', `Grant type "${form['grant_type']}" is not supported`)
}

function exchange({ world, client, form, jkt }: OAuthRequest, auth: string) {
  const { codes } = world.blueskyOAuth
  const code = codes.get(form['code'] ?? '')
  codes.delete(form['code'] ?? '')
  if (!code || code.expiresAt <= world.now()) throw invalidGrant('Invalid code')
  if (code.clientId !== client.id || code.auth !== auth)
    throw invalidGrant('The code was issued to another client')
  if (code.redirectUri !== form['redirect_uri']) throw invalidGrant('The redirect_uri is another')
  if (code.jkt !== jkt) throw invalidGrant('The DPoP key is another')
  const challenge = createHash('sha256')
    .update(form['code_verifier'] ?? '')
    .digest('base64url')
  if (challenge !== code.challenge) throw invalidGrant('Invalid code_verifier')
  const { did, scopes } = code
  return issue(world, {
    did,
    clientId: client.id,
    auth,
    jkt,
    scopes,
    access: '',
    refresh: '',
    used: [],
    accessEndsAt: world.now(),
    endsAt: after(world, auth === 'none' ? PUBLIC_LIFETIME_MS : CONFIDENTIAL_LIFETIME_MS),
  })
}

/** A refresh token works once. A second use ends the session, because the token may have been stolen. */
function refresh({ world, client, form, jkt }: OAuthRequest, auth: string) {
  const { sessions } = world.blueskyOAuth
  const token = form['refresh_token'] ?? ''
  const session = [...sessions].find(each => each.refresh === token || each.used.includes(token))
  if (!session || session.endsAt <= world.now()) throw invalidGrant('Invalid refresh token')
  if (session.refresh !== token) {
    sessions.delete(session)
    throw invalidGrant('Refresh token replayed')
  }
  if (session.clientId !== client.id || session.auth !== auth)
    throw invalidGrant('The token was issued to another client')
  if (session.jkt !== jkt) throw invalidGrant('The DPoP key is another')
  session.used.push(token)
  return issue(world, session)
}

function issue(world: World, session: BlueskyOAuthSession) {
  session.access = random('oat')
  session.refresh = random('ref')
  session.accessEndsAt = after(world, ACCESS_LIFETIME_MS)
  world.blueskyOAuth.sessions.add(session)
  return {
    access_token: session.access,
    token_type: 'DPoP',
    refresh_token: session.refresh,
    expires_in: ACCESS_LIFETIME_MS / 1000,
    scope: session.scopes.join(' '),
    sub: session.did,
  }
}

/** Ends the session of a token. An unknown token is a success too (RFC 7009). */
export async function revoke({ world, client, form, issuer }: OAuthRequest): Promise<object> {
  await authenticate(world, client, form, issuer)
  const { sessions } = world.blueskyOAuth
  for (const session of sessions)
    if ([session.access, session.refresh].includes(form['token'] ?? '')) sessions.delete(session)
  return {}
}

/** Ends an account's sessions, or all. */
export function endSessions(world: World, did: string | undefined): void {
  const { sessions } = world.blueskyOAuth
  for (const session of sessions) if (did === undefined || session.did === did) sessions.delete(session)
}

export const sessionOf = (world: World, access: string): BlueskyOAuthSession | undefined =>
  [...world.blueskyOAuth.sessions].find(
    each => each.access === access && each.accessEndsAt > world.now() && each.endsAt > world.now(),
  )
