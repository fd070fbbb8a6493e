import * as v from 'valibot'

import { NetworkError } from '#api/networks/core/network.ts'
import { buildDialogUrl } from '#api/networks/core/oauth.ts'
import { CREDENTIALS_REJECTED } from '#api/networks/meta/failures.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import type { Config } from '#api/runtime/config.ts'
import { accountRequest } from './app.ts'
import { readPagePlace, readPageProfile, type FacebookPage, listFacebookPages } from './pages.ts'

const Inspection = v.object({
  data: v.object({
    app_id: v.optional(GraphId),
    type: v.optional(v.string(), ''),
    is_valid: v.optional(v.boolean(), false),
    user_id: v.optional(GraphId),
    profile_id: v.optional(GraphId),
    scopes: v.optional(v.array(v.string()), []),
    /** Without `target_ids`, a permission applies to everything that the user has. */
    granular_scopes: v.optional(
      v.array(v.object({ scope: v.string(), target_ids: v.optional(v.array(GraphId), []) })),
      [],
    ),
  }),
})

const PUBLISHING_SCOPES = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts']

const loginError = (code: string, message: string) => new NetworkError('permanent', `login/${code}`, message)

const NOT_OURS = 'This Facebook sign-in was not made for us. Please connect again from Social Hub.'
const EXPIRED = 'This Facebook sign-in is no longer valid. Please connect again.'

/**
 * Asks Facebook whether the token is valid and belongs to our app, and returns its user. Facebook's clock decides on expiry.
 * @throws {NetworkError} if the token is invalid, isn't our app's, or its user isn't `userId`
 */
async function checkUserToken(
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

/**
 * @param isNew true for a Page that is being connected. Granular permissions aren't checked for a connected one, which would be
 *   signed out because of what Facebook lists there
 * @throws {NetworkError} if the token isn't the Page's, isn't our app's, or lacks a permission to publish
 */
async function checkPageToken(
  config: Config,
  now: () => Date,
  { isNew, ...page }: FacebookPage & { isNew: boolean },
): Promise<void> {
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
  const isElsewhere = found.granular_scopes.some(
    ({ scope, target_ids: ids }) =>
      PUBLISHING_SCOPES.includes(scope) && ids.length > 0 && !ids.includes(page.id),
  )
  if (isNew && isElsewhere) {
    throw loginError(
      'page_permission',
      `Facebook gave us the permission to publish to other Pages of yours, but not to ${name}. Please connect again, choose to edit the access, and tick ${name} everywhere.`,
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

/** The call has the app's own token, so an authentication error concerns the app, not the inspected token. */
function asInstallationError(error: unknown): never {
  if (error instanceof NetworkError && error.kind === 'reconnect')
    throw new NetworkError(
      'installation',
      error.code,
      CREDENTIALS_REJECTED.message.replaceAll('NAME', 'Facebook'),
    )
  throw error
}

export type FacebookLogin = ReturnType<typeof facebookLogin>

/** `expiresAt` is undefined for a token that doesn't expire. */
export type FacebookUserToken = { userId: string; accessToken: string; expiresAt: Date | undefined }

const TokenReply = v.object({
  access_token: v.pipe(v.string(), v.nonEmpty()),
  expires_in: v.optional(v.number(), 0),
})

/** Time limit for revoking. A user is waiting, and disconnecting succeeds even if this call fails. */
const REVOKE_MS = 5000

/** All requested scopes. Publishing only needs `PUBLISHING_SCOPES`. */
const SCOPES = [
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
  'publish_video',
  'pages_manage_engagement',
  'pages_read_user_content',
  'read_insights',
  // The only way to list Pages that the user reaches through a business portfolio.
  'business_management',
]

/** Signs in to Facebook for a Page: dialog, code, long-lived token, Pages and their profiles. */
export function facebookLogin(config: Config, now: () => Date) {
  const { appId, appSecret, loginConfigId, dialogUrl, graphUrl } = config.facebook
  const app = { client_id: appId, client_secret: appSecret }

  const requestToken = async (query: Record<string, string>) => {
    const { data } = await graphRequest({
      provider: 'facebook',
      now,
      url: `${graphUrl}/oauth/access_token`,
      query: { ...app, ...query },
      schema: TokenReply,
    })
    return data
  }
  const prolong = async (accessToken: string): Promise<FacebookUserToken> => {
    const long = await requestToken({ grant_type: 'fb_exchange_token', fb_exchange_token: accessToken })
    const { userId } = await checkUserToken(config, now, long.access_token)
    const expiresAt = long.expires_in > 0 ? new Date(now().getTime() + long.expires_in * 1000) : undefined
    return { userId, accessToken: long.access_token, expiresAt }
  }

  return {
    dialogUrl: ({ state, redirectUri }: { state: string; redirectUri: string }) =>
      buildDialogUrl({
        endpoint: dialogUrl,
        clientId: appId,
        redirectUri,
        state,
        extra: loginConfigId ? { config_id: loginConfigId } : { scope: SCOPES.join(',') },
      }),

    /** Exchanges a dialog's code for a long-lived user token. */
    async exchangeCode({ code, redirectUri }: { code: string; redirectUri: string }) {
      const short = await requestToken({ code, redirect_uri: redirectUri })
      return await prolong(short.access_token)
    },

    /** Exchanges the SDK's short-lived token for a long-lived one, after checking that it belongs to our app and this user. */
    async exchangeToken({ accessToken, userId }: { accessToken: string; userId: string }) {
      await checkUserToken(config, now, accessToken, userId)
      return await prolong(accessToken)
    },

    listPages: (token: string, signal?: AbortSignal) =>
      listFacebookPages(path => accountRequest(config.facebook, { token, now, signal }, path)),

    /** @throws {NetworkError} if the token isn't this Page's, isn't our app's, or lacks a permission to publish */
    checkPageToken: (page: FacebookPage & { isNew: boolean }) => checkPageToken(config, now, page),

    readPage: (pageId: string, token: string, signal?: AbortSignal) =>
      readPageProfile(accountRequest(config.facebook, { token, now, signal }, pageId)),

    readPlace: (pageId: string, token: string) =>
      readPagePlace(pageId, accountRequest(config.facebook, { token, now }, pageId)),

    /** Removes our app from the user's account, which invalidates all its tokens. */
    async revoke(token: string) {
      await graphRequest({
        ...accountRequest(config.facebook, { token, now }, 'me/permissions'),
        method: 'DELETE',
        timeoutMs: REVOKE_MS,
        schema: v.unknown(),
      })
    },
  }
}
