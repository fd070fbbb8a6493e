import * as v from 'valibot'

import { NetworkError } from '#api/networks/core/network.ts'
import { buildDialogUrl } from '#api/networks/core/oauth.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import type { Config } from '#api/runtime/config.ts'
import { requestFor } from './app.ts'
import { readInstagramProfile } from './profile.ts'

export type InstagramLogin = ReturnType<typeof instagramLogin>

export type InstagramToken = { accessToken: string; expiresAt: Date }

const NEEDED_SCOPES = ['instagram_business_basic', 'instagram_business_content_publish']
/** The optional scopes are only needed for first comments and insights. */
const SCOPES = [...NEEDED_SCOPES, 'instagram_business_manage_comments', 'instagram_business_manage_insights']

const ShortLived = v.object({
  access_token: v.pipe(v.string(), v.nonEmpty()),
  permissions: v.optional(
    v.union([
      v.array(v.string()),
      v.pipe(
        v.string(),
        v.transform(text => text.split(',')),
      ),
    ]),
  ),
})
/** The documentation wraps it in `data`, but Instagram also returns it flat. */
const ShortLivedReply = v.union([
  v.pipe(
    v.object({ data: v.tuple([ShortLived]) }),
    v.transform(reply => reply.data[0]),
  ),
  ShortLived,
])
const LongLived = v.object({ access_token: v.pipe(v.string(), v.nonEmpty()), expires_in: v.number() })

/** Signs in to a professional Instagram account: dialog, code, long-lived token, refresh and profile. */
export function instagramLogin(config: Config, now: () => Date) {
  const { appId, appSecret, dialogUrl, tokenUrl, graphUrl } = config.instagram
  const request = { provider: 'instagram', now } as const
  const toToken = ({ access_token, expires_in }: v.InferOutput<typeof LongLived>): InstagramToken => ({
    accessToken: access_token,
    expiresAt: new Date(now().getTime() + expires_in * 1000),
  })

  return {
    dialogUrl: ({ state, redirectUri }: { state: string; redirectUri: string }) =>
      buildDialogUrl({
        endpoint: dialogUrl,
        clientId: appId,
        redirectUri,
        state,
        extra: { scope: SCOPES.join(',') },
      }),

    async exchangeCode({ code, redirectUri }: { code: string; redirectUri: string }) {
      const form = {
        client_id: appId,
        client_secret: appSecret,
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
        // Instagram appends this to the redirect URL.
        code: code.replace(/#_$/, ''),
      }
      const { data: short } = await graphRequest({
        ...request,
        method: 'POST',
        url: tokenUrl,
        form,
        schema: ShortLivedReply,
      })
      requireScopes(short.permissions)
      const { data: long } = await graphRequest({
        ...request,
        url: `${graphUrl}/access_token`,
        query: {
          grant_type: 'ig_exchange_token',
          client_secret: appSecret,
          access_token: short.access_token,
        },
        schema: LongLived,
      })
      return toToken(long)
    },

    /** Exchanges an unexpired token that is at least a day old for one of sixty days. */
    async refresh(accessToken: string) {
      const query = { grant_type: 'ig_refresh_token', access_token: accessToken }
      const { data } = await graphRequest({
        ...request,
        url: `${graphUrl}/refresh_access_token`,
        query,
        schema: LongLived,
      })
      return toToken(data)
    },

    /** @throws {NetworkError} for a personal account, which can't be published to */
    readProfile: (token: string, signal?: AbortSignal) =>
      readInstagramProfile(requestFor(config.instagram, { token, now, signal }, 'me')),
  }
}

/** The flat reply may omit the permissions; publishing then reports a missing one. */
function requireScopes(permissions: string[] | undefined): void {
  if (!permissions || NEEDED_SCOPES.every(scope => permissions.includes(scope))) return
  throw new NetworkError(
    'permanent',
    'login/permission',
    'Instagram did not give us permission to publish. Please connect again and allow everything that it asks for.',
  )
}
