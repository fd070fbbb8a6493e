import { Hono } from 'hono'
import { html } from 'hono/html'

import { runWithFault } from '../../faults/run-with-fault.ts'
import { takeFault } from '../../faults/take-fault.ts'
import { networkMark } from '../../pages/network-mark.ts'
import { page } from '../../pages/page.ts'
import { type ReceivedRequest, readRequest, UnreadableBody } from '../../requests/read-request.ts'
import { logRequest } from '../../requests/request-log.ts'
import {
  jsonResponse,
  type ProviderResponse,
  type SandboxContext,
  type SandboxEnv,
  send,
} from '../../requests/response.ts'
import type { World } from '../../world/world.ts'
import { accountOf } from '../accounts.ts'
import { clientOf } from './clients.ts'
import { invalidRequest, OAuthError, oauthErrorResponse } from './oauth-error.ts'
import { checkProof, currentNonce } from './proofs.ts'
import { grant, newCode, push, requestOf, revoke } from './sessions.ts'

const ENDPOINTS = { par: push, token: grant, revoke } as const
const DIALOG = '/bluesky/oauth/authorize'

/** Serves the authorisation server of all accounts, and the directory of their DIDs. */
export function blueskyOAuthRoutes(world: World, originOf: (c: SandboxContext) => string) {
  return new Hono<SandboxEnv>()
    .get('/.well-known/oauth-protected-resource', c => {
      const origin = originOf(c)
      return c.json({ resource: origin, authorization_servers: [origin], scopes_supported: [] })
    })
    .get('/.well-known/oauth-authorization-server', c => c.json(serverMetadata(originOf(c))))
    .get(DIALOG, c => authorize(c))
    .post('/bluesky/oauth/:endpoint{par|token|revoke}', c =>
      serve(c, c.req.param('endpoint') as keyof typeof ENDPOINTS),
    )
    .get('/:did', async (c, next) => {
      const did = c.req.param('did')
      const account = did.startsWith('did:plc:') && accountOf(world, did)
      if (!account) return next()
      const document = {
        '@context': ['https://www.w3.org/ns/did/v1'],
        id: did,
        alsoKnownAs: [`at://${account.handle}`],
        service: [
          {
            id: '#atproto_pds',
            type: 'AtprotoPersonalDataServer',
            serviceEndpoint: account.server ?? originOf(c),
          },
        ],
      }
      return c.body(JSON.stringify(document), 200, { 'content-type': 'application/did+ld+json' })
    })

  async function serve(c: SandboxContext, endpoint: keyof typeof ENDPOINTS): Promise<Response> {
    try {
      const request = await readRequest(c, world.files)
      logRequest(world, request)
      const fault = takeFault(world, 'bluesky', ['token'])
      return await runWithFault(c, world, fault, {
        perform: async () =>
          fault?.kind === 'usage'
            ? oauthErrorResponse(new OAuthError('slow_down', 'Rate Limit Exceeded', 429))
            : perform(request, endpoint, originOf(c)),
        errorResponse: (_code, _subcode, status) =>
          oauthErrorResponse(new OAuthError('server_error', 'A fault', status)),
      })
    } catch (error) {
      if (error instanceof UnreadableBody) return send(oauthErrorResponse(invalidRequest(error.message)))
      throw error
    }
  }

  /** Requires a proof of possession with a nonce. */
  async function perform(
    { form, headers, method, path }: ReceivedRequest,
    endpoint: keyof typeof ENDPOINTS,
    issuer: string,
  ): Promise<ProviderResponse> {
    const response = await answer().catch((error: unknown) => {
      if (error instanceof OAuthError) return oauthErrorResponse(error)
      throw error
    })
    return { ...response, headers: { ...response.headers, 'dpop-nonce': currentNonce(world) } }

    async function answer() {
      const url = issuer + path
      const jkt = await checkProof(world, headers['dpop'], { method, url, at: new Date() })
      const client = await clientOf(world, form['client_id'])
      const status = endpoint === 'par' ? 201 : 200
      return jsonResponse(await ENDPOINTS[endpoint]({ world, client, form, issuer, jkt }), status, {
        'cache-control': 'no-store',
      })
    }
  }

  /** Asks the account's owner, or redirects at once if `sandbox_consent` is set. */
  async function authorize(c: SandboxContext): Promise<Response> {
    logRequest(world, await readRequest(c, world.files))
    const { client_id: clientId, request_uri: uri = '', sandbox_consent: consent } = c.req.query()
    try {
      const request = requestOf(world, uri, clientId)
      if (consent === undefined) return await c.html(dialogPage(request.hint, request, uri))
      const back = new URL(request.redirectUri)
      const returned = { iss: originOf(c), state: request.state }
      const account = consent === 'cancel' ? undefined : accountOf(world, consent)
      if (consent !== 'cancel' && !account) throw invalidRequest(`The sandbox has no account ${consent}`)
      const answer: Record<string, string> = account
        ? { code: newCode(world, uri, account.did) }
        : { error: 'access_denied', error_description: 'The user declined.' }
      back.search = String(new URLSearchParams({ ...returned, ...answer }))
      return c.redirect(back.href)
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      const problem = html`<main class="dialog"><p>${error.message}</p></main>`
      return c.html(page('Cannot authorise', problem), 400)
    }
  }
}

const dialogPage = (
  hint: string,
  { clientId, scopes }: { clientId: string; scopes: string[] },
  uri: string,
) =>
  page(
    'Authorise',
    html`<main class="dialog">
      ${networkMark('bluesky')}
      <h1>Let this app post for ${hint}?</h1>
      <p>
        This is the server of a sandbox. App <code>${new URL(clientId).host}</code> asks for
        <code>${scopes.join(' ')}</code>.
      </p>
      <form method="get">
        <input type="hidden" name="client_id" value="${clientId}" />
        <input type="hidden" name="request_uri" value="${uri}" />
        <button class="primary" name="sandbox_consent" value="${hint}">Continue as ${hint}</button>
        <button name="sandbox_consent" value="cancel">Cancel</button>
      </form>
    </main>`,
  )

const serverMetadata = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: origin + DIALOG,
  token_endpoint: `${origin}/bluesky/oauth/token`,
  revocation_endpoint: `${origin}/bluesky/oauth/revoke`,
  pushed_authorization_request_endpoint: `${origin}/bluesky/oauth/par`,
  require_pushed_authorization_requests: true,
  scopes_supported: ['atproto', 'transition:generic'],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: ['ES256'],
  dpop_signing_alg_values_supported: ['ES256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  protected_resources: [origin],
})
