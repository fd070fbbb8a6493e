import type { Fault } from '../faults/fault.ts'
import { runWithFault } from '../faults/run-with-fault.ts'
import { takeFault } from '../faults/take-fault.ts'
import { readRequest, UnreadableBody } from '../requests/read-request.ts'
import { logRequest } from '../requests/request-log.ts'
import {
  type ProviderResponse,
  jsonResponse,
  type SandboxContext,
  withNumericUserId,
} from '../requests/response.ts'
import { HOUR, isAppSecret, newToken } from '../world/tokens.ts'
import type { World } from '../world/world.ts'

const CODE_LIFETIME_MS = HOUR
const TOKEN_LIFETIME_MS = HOUR

/** api.instagram.com's error envelope differs from Graph's. */
const refusal = (message: string, code = 400, status = 400, type = 'OAuthException'): ProviderResponse =>
  jsonResponse({ error_type: type, code, error_message: message }, status)

/** Exchanges a code for a token, as api.instagram.com does. */
export const serveInstagramToken = (world: World) => async (c: SandboxContext) => {
  const request = await readRequest(c, world.files).catch((error: unknown) => {
    if (error instanceof UnreadableBody) return null
    throw error
  })
  if (request) logRequest(world, request)
  const fault = takeFault(world, 'instagram', ['token'])
  return runWithFault(c, world, fault, {
    perform: async () => exchangeCode(world, request?.form ?? {}, fault),
    errorResponse: (code, _subcode, status) =>
      refusal('A fault in the sandbox refuses this call', code, status),
  })
}

function exchangeCode(world: World, form: Record<string, string>, fault: Fault | null): ProviderResponse {
  const { client_id: appId, client_secret: secret, redirect_uri: redirectUri } = form
  if (!appId) return refusal('Missing required field client_id')
  if (!secret) return refusal('Missing required field client_secret')
  if (form['grant_type'] !== 'authorization_code') return refusal('Invalid grant_type')
  if (redirectUri === undefined) return refusal('Missing required field redirect_uri')
  if (!isAppSecret(world, appId, secret)) return refusal('Invalid client secret')

  const code = world.codes.get(form['code'] ?? '')
  if (!code || code.provider !== 'instagram') return refusal('Invalid authorization code')
  if (code.used) return refusal('This authorization code has been used')
  if (world.now().getTime() - code.issuedAt.getTime() > CODE_LIFETIME_MS) {
    return refusal('This authorization code has expired')
  }
  const { boundTo } = code
  if (boundTo && (boundTo.appId !== appId || boundTo.redirectUri !== redirectUri)) {
    return refusal('Error validating verification code. Please make sure your redirect_uri is identical')
  }
  code.used = true
  const { personId, scopes } = code
  const token = newToken(world, {
    provider: 'instagram',
    personId,
    appId,
    scopes,
    lifetimeMs: TOKEN_LIFETIME_MS,
  })
  const grant = {
    access_token: token.value,
    user_id: world.people.get(personId)?.accountId,
    permissions: scopes.join(','),
  }
  return withNumericUserId(jsonResponse(fault?.kind === 'flat' ? grant : { data: [grant] }))
}
