import * as v from 'valibot'

import { type GraphRequest, graphRequest } from '#api/networks/meta/graph.ts'
import type { PublicProfile } from '#shared/accounts.ts'

const text = v.optional(v.string(), '')

const PageDetails = v.object({
  name: text,
  username: text,
  about: text,
  link: text,
  fan_count: v.optional(v.number()),
  followers_count: v.optional(v.number()),
  emails: v.optional(v.array(v.string()), []),
  location: v.optional(v.object({ city: text, state: text, country: text })),
  picture: v.optional(v.object({ data: v.optional(v.object({ url: text })) })),
})

const FIELDS = 'id,name,username,about,fan_count,followers_count,link,location,emails,picture'

/** Reads a Page's profile. */
export async function readPageProfile(
  request: Omit<GraphRequest<v.GenericSchema>, 'schema'>,
): Promise<PublicProfile> {
  const { data: page } = await graphRequest({ ...request, query: { fields: FIELDS }, schema: PageDetails })
  const { city, state, country } = page.location ?? {}
  return {
    name: page.name,
    username: page.username,
    picture: page.picture?.data?.url ?? '',
    location: [city, state, country].filter(Boolean).join(', '),
    followers: page.followers_count ?? page.fan_count ?? null,
    following: null,
    bio: page.about,
    link: page.link,
    email: page.emails[0] ?? '',
  }
}
