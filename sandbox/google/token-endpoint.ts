import { runWithFault } from '../faults/run-with-fault.ts'
import { takeFault } from '../faults/take-fault.ts'
import { readRequest, UnreadableBody } from '../requests/read-request.ts'
import { logRequest } from '../requests/request-log.ts'
import { type ProviderResponse, jsonResponse, type SandboxContext } from '../requests/response.ts'
import { isAppSecret } from '../world/tokens.ts'
import type { World } from '../world/world.ts'
import { newCredential } from './credential.ts'
import {
  ACCESS_LIFETIME_SECONDS,
  endGrants,
  grantOf,
  isFreshCode,
  isVerifierOf,
  validToken,
  newGoogleToken,
} from './grants.ts'

type Form = Record<string, string>

/** OAuth's error envelope differs from that of Google's other services. */
const refusal = (error: string, description: string, status = 400): ProviderResponse =>
  jsonResponse({ error, error_description: description }, status)

async function readForm(c: SandboxContext, world: World): Promise<Form> {
  try {
    const request = await readRequest(c, world.files)
    logRequest(world, request)
    return request.form
  } catch (error) {
    if (error instanceof UnreadableBody) return {}
    throw error
  }
}

/** oauth2.googleapis.com/token: exchanges a code or a refresh token for an access token of one hour. */
export async function serveGoogleToken(c: SandboxContext, world: World) {
  const form = await readForm(c, world)
  return runWithFault(c, world, takeFault(world, 'google', ['token']), {
    perform: async () => exchange(world, form),
    errorResponse: (code, _subcode, status) => {
      if (status >= 500 || code >= 500)
        return refusal('internal_failure', 'Backend Error', Math.max(status, code === 503 ? 503 : 500))
      return code === 429
        ? refusal('rate_limit_exceeded', 'Rate Limit Exceeded', 429)
        : code === 401
          ? refusal('invalid_client', 'The OAuth client was not found.', 401)
          : refusal('invalid_grant', 'Token has been expired or revoked.')
    },
  })
}

function exchange(world: World, form: Form): ProviderResponse {
  const { client_id: clientId, client_secret: secret, grant_type: type } = form
  if (!clientId) return refusal('invalid_request', 'Could not determine client ID from request.')
  if (!secret) return refusal('invalid_request', 'client_secret is missing.')
  if (!isAppSecret(world, clientId, secret)) return refusal('invalid_client', 'Unauthorized', 401)
  if (type === 'authorization_code') return exchangeCode(world, form, clientId)
  if (type === 'refresh_token') return renew(world, form, clientId)
  return refusal('unsupported_grant_type', `Invalid grant_type: ${type ?? ''}`)
}

function exchangeCode(world: World, form: Form, clientId: string): ProviderResponse {
  const code = world.business.codes.get(form['code'] ?? '')
  if (!form['code']) return refusal('invalid_request', 'Missing required parameter: code')
  if (!form['redirect_uri']) return refusal('invalid_request', 'Missing parameter: redirect_uri')
  if (!code) return refusal('invalid_grant', 'Malformed auth code.')
  if (!isFreshCode(world, code)) return refusal('invalid_grant', 'Bad Request')
  const { boundTo } = code
  if (boundTo && boundTo.clientId !== clientId) return refusal('unauthorized_client', 'Unauthorized', 401)
  if (boundTo && boundTo.redirectUri !== form['redirect_uri'])
    return refusal('redirect_uri_mismatch', 'Bad Request')
  if (boundTo?.challenge !== undefined) {
    if (!form['code_verifier']) return refusal('invalid_grant', 'Missing code verifier.')
    if (!isVerifierOf(boundTo.challenge, form['code_verifier']))
      return refusal('invalid_grant', 'Invalid code verifier.')
  }
  code.used = true
  const { grant, isNew } = grantOf(world, code, clientId)
  const person = world.googlePeople.get(code.personId)
  return jsonResponse({
    access_token: newGoogleToken(world, 'access', grant).value,
    expires_in: ACCESS_LIFETIME_SECONDS,
    ...(code.offline &&
      (isNew || code.consented) && { refresh_token: newGoogleToken(world, 'refresh', grant).value }),
    scope: code.scopes.join(' '),
    token_type: 'Bearer',
    ...(person && code.scopes.includes('openid') && { id_token: newCredential(world, person, { clientId }) }),
  })
}

function renew(world: World, form: Form, clientId: string): ProviderResponse {
  if (!form['refresh_token']) return refusal('invalid_request', 'Missing required parameter: refresh_token')
  const token = validToken(world, 'refresh', form['refresh_token'])
  if (!token) return refusal('invalid_grant', 'Token has been expired or revoked.')
  if (token.grant.clientId !== clientId) return refusal('unauthorized_client', 'Unauthorized', 401)
  return jsonResponse({
    access_token: newGoogleToken(world, 'access', token.grant).value,
    expires_in: ACCESS_LIFETIME_SECONDS,
    scope: token.grant.scopes.join(' '),
    token_type: 'Bearer',
  })
}

/** oauth2.googleapis.com/revoke: revokes the grant by either kind of token. */
export async function serveGoogleRevocation(c: SandboxContext, world: World) {
  const { token: value } = await readForm(c, world)
  const token = world.business.tokens.get(value ?? '')
  if (!token || token.grant.ended) return c.json({ error: 'invalid_token' }, 400)
  endGrants(world, grant => grant === token.grant)
  return c.json({})
}
