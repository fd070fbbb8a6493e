import { brokenDialogPage, dialogPage } from '../dialogs/dialog-page.ts'
import { scopeList } from '../dialogs/dialog.ts'
import { readRequest } from '../requests/read-request.ts'
import { logRequest } from '../requests/request-log.ts'
import type { SandboxContext } from '../requests/response.ts'
import type { World } from '../world/world.ts'
import { GOOGLE_SCOPES, newGoogleCode } from './grants.ts'
import { demoGoogleManager } from './managers.ts'

type Query = Record<string, string>

/** Serves Google's consent dialog, or redirects at once if `sandbox_consent` names a person. */
export async function serveGoogleDialog(c: SandboxContext, world: World) {
  const request = await readRequest(c, world.files)
  logRequest(world, request)
  const { query } = request
  const problem = problemOf(query)
  if (problem) return c.html(brokenDialogPage('google', problem), 400)

  const consent = query['sandbox_consent']
  if (consent === undefined) return c.html(dialogPage('google', [demoGoogleManager(world)], query))
  if (consent === 'cancel') return c.redirect(withQuery(query, { error: 'access_denied' }))
  const person = world.googlePeople.get(consent)
  if (!person) return c.html(brokenDialogPage('google', `The sandbox has no person ${consent}.`), 400)
  const scopes = scopeList(query['scope'])
  const code = newGoogleCode(world, {
    personId: person.id,
    scopes,
    offline: query['access_type'] === 'offline',
    consented: (query['prompt'] ?? '').split(' ').includes('consent'),
    boundTo: {
      clientId: query['client_id'] ?? '',
      redirectUri: query['redirect_uri'] ?? '',
      challenge: query['code_challenge'],
    },
  })
  return c.redirect(
    withQuery(query, { code: code.value, scope: scopes.join(' '), authuser: '0', prompt: 'consent' }),
  )
}

function problemOf(query: Query): string | null {
  if (!query['client_id']) return 'Error 400: invalid_request. Missing required parameter: client_id'
  if (!URL.canParse(query['redirect_uri'] ?? ''))
    return 'Error 400: redirect_uri_mismatch. The redirect_uri must be a whole address.'
  if (query['response_type'] !== 'code')
    return 'Error 400: unsupported_response_type. The response_type must be code.'
  const scopes = scopeList(query['scope'])
  const unknown = scopes.filter(scope => !GOOGLE_SCOPES.includes(scope))
  if (scopes.length === 0) return 'Error 400: invalid_request. Missing required parameter: scope'
  if (unknown.length > 0)
    return `Error 400: invalid_scope. Some requested scopes were invalid: ${unknown.join(', ')}`
  if (!['online', 'offline', undefined].includes(query['access_type']))
    return `Error 400: invalid_request. Invalid parameter value for access_type: ${query['access_type']}`
  const challenge = query['code_challenge']
  if (challenge !== undefined && !/^[\w-]{43}$/.test(challenge))
    return 'Error 400: invalid_request. The code_challenge must be 43 characters of base64url.'
  if (challenge !== undefined && query['code_challenge_method'] !== 'S256')
    return 'Error 400: invalid_request. Only the code_challenge_method S256 is taken here.'
  return null
}

function withQuery(query: Query, added: Query): string {
  const url = new URL(query['redirect_uri'] ?? '')
  if (query['state'] !== undefined) url.searchParams.set('state', query['state'])
  for (const [name, value] of Object.entries(added)) url.searchParams.set(name, value)
  return url.href
}
