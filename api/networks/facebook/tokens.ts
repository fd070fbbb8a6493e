import * as v from 'valibot'

import { NetworkError } from '#api/networks/core/network.ts'
import { REFUSES_US } from '#api/networks/meta/failures.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import type { Config } from '#api/runtime/config.ts'
import type { FacebookPage } from './pages.ts'

const Inspection = v.object({
  data: v.object({
    app_id: v.optional(GraphId),
    type: v.optional(v.string(), ''),
    is_valid: v.optional(v.boolean(), false),
    user_id: v.optional(GraphId),
    profile_id: v.optional(GraphId),
    scopes: v.optional(v.array(v.string()), []),
  }),
})

const PUBLISHING_SCOPES = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts']

const loginError = (code: string, message: string) => new NetworkError('permanent', `login/${code}`, message)

const NOT_OURS = 'This Facebook sign-in was not made for us. Please connect again from Social Hub.'
const EXPIRED = 'This Facebook sign-in is no longer valid. Please connect again.'

/**
 * Verifies with Facebook that the token is valid and belongs to our app, and returns its user. Facebook's clock decides on expiry.
 * @throws {NetworkError} otherwise, or if the token's user isn't `userId`
 */
export async function checkUserToken(
  config: Config,
  now: () => Date,
  token: string,
  userId?: string,
): Promise<{ userId: string }> {
  const found = await inspect(config, now, token)
  if (found.app_id !== config.facebook.appId) throw loginError('app', NOT_OURS)
  if (!found.is_valid) throw loginError('expired', EXPIRED)
  if (!found.user_id || found.type === 'PAGE') throw loginError('kind', NOT_OURS)
  if (userId !== undefined && found.user_id !== userId) throw loginError('person', NOT_OURS)
  return { userId: found.user_id }
}

/** @throws {NetworkError} if the token isn't the Page's, isn't our app's, or lacks a permission to publish */
export async function checkPageToken(config: Config, now: () => Date, page: FacebookPage): Promise<void> {
  const name = page.name || 'this Page'
  if (!page.accessToken)
    throw loginError('page', `Facebook gave us no access to ${name}. Please connect again and allow it.`)
  const found = await inspect(config, now, page.accessToken)
  if (found.app_id !== config.facebook.appId) throw loginError('app', NOT_OURS)
  if (!found.is_valid) throw loginError('expired', EXPIRED)
  if (found.type !== 'PAGE' || found.profile_id !== page.id) {
    throw loginError('page', `Facebook gave us access to a Page other than ${name}. Please connect again.`)
  }
  const missing = PUBLISHING_SCOPES.filter(scope => !found.scopes.includes(scope))
  if (missing.length > 0) {
    throw loginError(
      'permission',
      `Facebook did not give us every permission to publish to ${name}. Please connect again and allow everything that it asks for.`,
    )
  }
  if (page.tasks && !page.tasks.includes('CREATE_CONTENT')) {
    throw loginError(
      'task',
      `You don’t have permission to create posts on ${name}. Please ask its owner for that role, then connect again.`,
    )
  }
}

async function inspect(config: Config, now: () => Date, token: string) {
  const { appId, appSecret, graphUrl } = config.facebook
  const { data } = await graphRequest({
    provider: 'facebook',
    url: `${graphUrl}/debug_token`,
    query: { input_token: token },
    token: `${appId}|${appSecret}`,
    schema: Inspection,
    now,
  }).catch(asInstallationError)
  return data.data
}

/** The call uses the app's own token, so an authentication error concerns the app, not the inspected token. */
function asInstallationError(error: unknown): never {
  if (error instanceof NetworkError && error.kind === 'reconnect')
    throw new NetworkError('installation', error.code, REFUSES_US.message.replaceAll('NAME', 'Facebook'))
  throw error
}
