import { tokenProblem } from '../../graph/authorise.ts'
import { GraphError, missingParameter } from '../../graph/graph-error.ts'
import type { GraphCall } from '../../graph/operation.ts'
import type { Token } from '../../world/entities/sign-ins.ts'
import { allPageIds } from '../../world/people.ts'
import { DAY, isAppSecret } from '../../world/tokens.ts'

const seconds = (date: Date | null) => (date ? Math.floor(date.getTime() / 1000) : 0)

/** Describes a token to the app that it belongs to. */
export function inspectToken(call: GraphCall) {
  const { world, params } = call
  if (!params['input_token']) throw missingParameter('input_token')
  const askingApp = inspectingApp(call)
  const token = world.tokens.get(params['input_token'])
  if (!token || token.provider !== 'facebook') {
    const error = { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' }
    return { data: { error, is_valid: false, scopes: [] } }
  }
  if (token.appId !== null && token.appId !== askingApp) {
    throw new GraphError({
      code: 100,
      message: '(#100) The App_id in the input_token did not match the Viewing App',
    })
  }
  const problem = tokenProblem(world, token)
  return {
    data: {
      app_id: token.appId ?? askingApp,
      type: token.kind === 'page' ? 'PAGE' : 'USER',
      application: 'Sandbox app',
      data_access_expires_at: seconds(new Date(token.issuedAt.getTime() + 90 * DAY)),
      ...(problem && { error: { code: 190, ...problem } }),
      expires_at: seconds(token.expiresAt),
      is_valid: !problem,
      issued_at: seconds(token.issuedAt),
      ...(token.pageId && { profile_id: token.pageId }),
      scopes: problem ? [] : token.scopes,
      granular_scopes: problem ? [] : granularScopes(call, token),
      user_id: token.personId,
    },
  }
}

/** Returns the calling app, from its app token `id|secret` or one of its user tokens. */
function inspectingApp({ world, bearer }: GraphCall): string {
  const [appId = '', secret = ''] = (bearer ?? '').split('|')
  if (secret && isAppSecret(world, appId, secret)) return appId
  const own = world.tokens.get(bearer ?? '')
  if (own?.appId && !tokenProblem(world, own)) return own.appId
  throw new GraphError({
    code: 190,
    message: 'Invalid OAuth access token signature.',
  })
}

function granularScopes({ world }: GraphCall, token: Token) {
  const person = world.people.get(token.personId)
  const pages = token.pageId ? [token.pageId] : person ? allPageIds(person) : []
  return token.scopes.map(scope => (scope.startsWith('pages_') ? { scope, target_ids: pages } : { scope }))
}
