import * as v from 'valibot'

import { NetworkError } from '#api/networks/core/network.ts'
import { type GraphRequest, graphRequest } from '#api/networks/meta/graph.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import type { PublicProfile } from '#shared/accounts.ts'

/** `userId` is the professional account's id for API paths; `scopedId` is its app-scoped id in callbacks. */
export type InstagramProfile = PublicProfile & { userId: string; scopedId: string }

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
export async function readInstagramProfile(
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
