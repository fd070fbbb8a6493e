import * as v from 'valibot'

import { NetworkError } from '#api/networks/core/network.ts'
import { buildDialogUrl } from '#api/networks/core/oauth.ts'
import { graphRequest, type GraphRequest } from '#api/networks/meta/graph.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import type { Config } from '#api/runtime/config.ts'
import type { PublicProfile } from '#shared/accounts.ts'
import { accountRequest } from './app.ts'

/** `userId` is the professional account's id for API paths; `scopedId` is its app-scoped id in callbacks. */
type InstagramProfile = PublicProfile & { userId: string; scopedId: string }

const text = v.optional(v.string(), '')

const Me = v.object({
  id: v.optional(GraphId),
  user_id: GraphId,
  username: text,
  name: text,
  account_type: text,
  biography: text,
  website: text,
  profile_picture_url: text,
  followers_count: v.optional(v.number()),
  follows_count: v.optional(v.number()),
})
/** Meta's sample response wraps the profile in `data`. */
const MeReply = v.union([
  v.pipe(
    v.object({ data: v.tuple([Me]) }),
    v.transform(reply => reply.data[0]),
  ),
  Me,
])

const FIELDS =
  'id,user_id,username,name,account_type,biography,website,profile_picture_url,followers_count,follows_count'
const PROFESSIONAL = new Set(['BUSINESS', 'MEDIA_CREATOR', 'CREATOR'])

/** @throws {NetworkError} for a personal account */
async function readInstagramProfile(
  request: Omit<GraphRequest<v.GenericSchema>, 'schema'>,
): Promise<InstagramProfile> {
  const { data: me } = await graphRequest({ ...request, query: { fields: FIELDS }, schema: MeReply })
  if (!PROFESSIONAL.has(me.account_type.toUpperCase())) {
    const message = `@${me.username} is a personal Instagram account, and Instagram only lets us publish to professional ones. Switch it to Business or Creator in Instagram’s settings, then connect again.`
    throw new NetworkError('permanent', 'login/personal', message)
  }
  return {
    userId: me.user_id,
    scopedId: me.id ?? me.user_id,
    name: me.name || me.username,
    username: me.username,
    picture: me.profile_picture_url,
    location: '',
    followers: me.followers_count ?? null,
    following: me.follows_count ?? null,
    bio: me.biography,
    link: me.username ? `https://www.instagram.com/${me.username}/` : me.website,
    email: '',
  }
}

export type InstagramLogin = ReturnType<typeof instagramLogin>

type InstagramToken = { accessToken: string; expiresAt: Date }

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
      readInstagramProfile(accountRequest(config.instagram, { token, now, signal }, 'me')),
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
