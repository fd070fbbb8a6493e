import * as v from 'valibot'

import { buildDialogUrl } from '#api/networks/core/oauth.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import type { Config } from '#api/runtime/config.ts'
import { requestFor } from './app.ts'
import { readPageProfile, type FacebookPage, listFacebookPages } from './pages.ts'
import { checkPageToken, checkUserToken } from './tokens.ts'

export type FacebookLogin = ReturnType<typeof facebookLogin>

/** `expiresAt` is undefined for a token that doesn't expire. */
export type FacebookUserToken = { userId: string; accessToken: string; expiresAt: Date | undefined }

const TokenReply = v.object({
  access_token: v.pipe(v.string(), v.nonEmpty()),
  expires_in: v.optional(v.number(), 0),
})

/** Short, because a user is waiting, and disconnecting succeeds even if this call fails. */
const REVOKE_MS = 5000

/** Publishing itself only needs `PUBLISHING_SCOPES`. */
const SCOPES = [
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
  'publish_video',
  'pages_manage_engagement',
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

    /** Lists all Pages of the user, including those of their business portfolios. */
    listPages: (token: string, signal?: AbortSignal) =>
      listFacebookPages(path => requestFor(config.facebook, { token, now, signal }, path)),

    /** @throws {NetworkError} if the token isn't this Page's, isn't our app's, or lacks a permission to publish */
    checkPageToken: (page: FacebookPage) => checkPageToken(config, now, page),

    readPage: (pageId: string, token: string, signal?: AbortSignal) =>
      readPageProfile(requestFor(config.facebook, { token, now, signal }, pageId)),

    /** Removes our app from the user's account, which invalidates all its tokens. */
    async revoke(token: string) {
      await graphRequest({
        ...requestFor(config.facebook, { token, now }, 'me/permissions'),
        method: 'DELETE',
        timeoutMs: REVOKE_MS,
        schema: v.unknown(),
      })
    },
  }
}
