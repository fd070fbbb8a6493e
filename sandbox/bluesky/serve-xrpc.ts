import { runWithFault } from '../faults/run-with-fault.ts'
import { takeFault } from '../faults/take-fault.ts'
import { type ReceivedRequest, readRequest, UnreadableBody } from '../requests/read-request.ts'
import { logRequest } from '../requests/request-log.ts'
import { jsonResponse, type ProviderResponse, type SandboxContext, send } from '../requests/response.ts'
import type { World } from '../world/world.ts'
import { accountOf, requireToken } from './accounts.ts'
import { POST } from './lexicon.ts'
import { BLUESKY_METHODS, type XrpcMethod } from './methods.ts'
import { OAuthError } from './oauth/oauth-error.ts'
import { checkProof, currentNonce } from './oauth/proofs.ts'
import { sessionOf } from './oauth/sessions.ts'
import { faultError, invalid, XrpcError, xrpcErrorResponse } from './xrpc-error.ts'

const BASE = '/bluesky/xrpc/'

/** Serves a Bluesky server (PDS) and the AppView of all servers' posts at one origin. */
export const serveXrpc = (world: World, publicUrl: string | undefined) => async (c: SandboxContext) => {
  try {
    const request = await readRequest(c, world.files)
    logRequest(world, request)
    const name = request.path.slice(BASE.length)
    const method = BLUESKY_METHODS[name]
    const fault = method ? takeFault(world, 'bluesky', [operationOf(method, request)]) : null
    return await runWithFault(c, world, fault, {
      perform: async () =>
        fault?.kind === 'usage'
          ? xrpcErrorResponse(faultError(429, 429))
          : perform(method, name, { world, request, origin: publicUrl ?? request.origin }),
      errorResponse: (code, _subcode, status) => xrpcErrorResponse(faultError(code, status)),
    })
  } catch (error) {
    if (error instanceof UnreadableBody) return send(xrpcErrorResponse(invalid(error.message)))
    throw error
  }
}

/** Returns the operation's name in faults. Replies, and acts such as likes, are separate operations, as on other networks. */
function operationOf({ fault }: XrpcMethod, { form, method }: ReceivedRequest): string {
  const record = form['record'] ?? ''
  if (method === 'POST' && (form['collection'] ?? POST) !== POST) return 'act'
  if (fault !== 'putRecord' || !record.includes('"reply":')) return fault
  const { reply } = JSON.parse(record) as { reply?: { root?: { uri: string }; parent?: { uri: string } } }
  return reply?.root?.uri === reply?.parent?.uri ? 'comments' : 'replies'
}

type Call = { world: World; request: ReceivedRequest; origin: string }

async function perform(
  method: XrpcMethod | undefined,
  name: string,
  { world, request, origin }: Call,
): Promise<ProviderResponse> {
  try {
    if (method?.method !== request.method) throw invalid(`No service configured for ${name}`)
    const bearer = /^Bearer (.+)$/.exec(request.headers['authorization'] ?? '')?.[1]
    const bound = /^DPoP (.+)$/.exec(request.headers['authorization'] ?? '')?.[1]
    if (bound) return await performBound(method, name, { world, request, origin }, bound)
    const account = method.needsAccount ? requireToken(world, 'access', bearer).account : NOBODY
    const { query, form: body, files } = request
    return jsonResponse(method.run({ world, origin, query, body, files, bearer, account }) ?? {})
  } catch (error) {
    if (error instanceof XrpcError) return xrpcErrorResponse(error)
    throw error
  }
}

/** Performs a call whose token is bound to a key, and to scopes. */
async function performBound(
  method: XrpcMethod,
  name: string,
  { world, request, origin }: Call,
  token: string,
): Promise<ProviderResponse> {
  const headers: Record<string, string> = { 'dpop-nonce': currentNonce(world) }
  try {
    const jkt = await checkProof(world, request.headers['dpop'], {
      method: request.method,
      url: origin + request.path,
      token,
      at: world.now(),
    })
    const session = sessionOf(world, token)
    if (!session) throw new OAuthError('invalid_token', 'Invalid token')
    if (session.jkt !== jkt) throw new OAuthError('invalid_token', 'Invalid DPoP key binding')
    requireScope(name, request, session.scopes)
    const account = accountOf(world, session.did)
    if (!account) throw new OAuthError('invalid_token', 'Invalid token')
    const { query, form: body, files } = request
    const result = method.run({ world, origin, query, body, files, bearer: undefined, account }) ?? {}
    return jsonResponse(result, 200, headers)
  } catch (error) {
    if (error instanceof XrpcError) {
      const refusal = xrpcErrorResponse(error)
      return { ...refusal, headers: { ...refusal.headers, ...headers } }
    }
    if (!(error instanceof OAuthError)) throw error
    headers['www-authenticate'] = `DPoP error="${error.error}", error_description="${error.message}"`
    return jsonResponse({ error: error.error, message: error.message }, 401, headers)
  }
}

const RECORD_CALLS = ['com.atproto.repo.putRecord', 'com.atproto.repo.deleteRecord']

function requireScope(name: string, { form, headers }: ReceivedRequest, scopes: string[]): void {
  const needed = RECORD_CALLS.includes(name)
    ? [`repo:${form['collection'] ?? ''}`]
    : name === 'com.atproto.repo.uploadBlob'
      ? [`blob:${headers['content-type']}`, `blob:${headers['content-type']?.split('/')[0]}/*`]
      : []
  if (needed.length > 0 && !needed.some(scope => scopes.includes(scope)))
    throw new XrpcError(403, 'ScopeMissingError', `Missing required scope "${needed[0]}"`)
}

const NOBODY = { did: '', handle: '', displayName: '', appPassword: '' }
