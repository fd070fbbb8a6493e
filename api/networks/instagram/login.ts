import * as v from 'valibot'

import { NetworkError } from '#api/networks/core/network.ts'
import { buildDialogUrl } from '#api/networks/core/oauth.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import type { Config } from '#api/runtime/config.ts'
import { type InstagramProfile, readInstagramProfile } from './profile.ts'

/** Signs in to a professional Instagram account: dialog, code, long-lived token, refresh and profile. */
export type InstagramLogin = {
  dialogUrl(input: { state: string; redirectUri: string }): string
  exchangeCode(input: { code: string; redirectUri: string }): Promise<InstagramToken>
  /** Exchanges an unexpired token that is at least a day old for one of sixty days. */
  refresh(accessToken: string): Promise<{ accessToken: string; expiresAt: Date }>
  /** @throws {NetworkError} for a personal account, which can't be published to */
  readProfile(accessToken: string, signal?: AbortSignal): Promise<InstagramProfile>
}

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

export function instagramLogin(config: Config, now: () => Date): InstagramLogin {
  const { appId, appSecret, dialogUrl, tokenUrl, graphUrl, version } = config.instagram
  const request = { provider: 'instagram', now } as const
  const toToken = ({ access_token, expires_in }: v.InferOutput<typeof LongLived>) => ({
    accessToken: access_token,
    expiresAt: new Date(now().getTime() + expires_in * 1000),
  })

  return {
    dialogUrl: ({ state, redirectUri }) =>
      buildDialogUrl({
        endpoint: dialogUrl,
        clientId: appId,
        redirectUri,
        state,
        extra: { scope: SCOPES.join(',') },
      }),

    async exchangeCode({ code, redirectUri }) {
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

    async refresh(accessToken) {
      const query = { grant_type: 'ig_refresh_token', access_token: accessToken }
      const { data } = await graphRequest({
        ...request,
        url: `${graphUrl}/refresh_access_token`,
        query,
        schema: LongLived,
      })
      return toToken(data)
    },

    readProfile: (token, signal) =>
      readInstagramProfile({
        ...request,
        url: `${graphUrl}/${version}/me`,
        token,
        ...(signal && { signal }),
      }),
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
