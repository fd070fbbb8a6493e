import * as v from 'valibot'

import { type Listing, listGroups, unlistedReason } from '#api/networks/core/listing.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { type GraphRequest, graphRequest } from '#api/networks/meta/graph.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { readAllPages, readPages } from '#api/networks/meta/pages.ts'
import type { PublicProfile } from '#shared/accounts.ts'
import type { Place } from '#shared/posts/extras.ts'
import type { accountRequest } from './app.ts'

/** `tasks` is undefined if Facebook doesn't provide them. */
export type FacebookPage = {
  id: string
  name: string
  picture: string
  accessToken: string
  tasks: string[] | undefined
}

const PageNode = v.object({
  id: GraphId,
  name: v.optional(v.string(), ''),
  access_token: v.optional(v.string(), ''),
  tasks: v.optional(v.array(v.string())),
  picture: v.optional(v.object({ data: v.optional(v.object({ url: v.optional(v.string(), '') })) })),
})
const Business = v.object({ id: GraphId, name: v.optional(v.string(), '') })

const PAGE_FIELDS = 'id,name,category,tasks,access_token,picture'
const PAGE_SIZE = 100
/** Maximum number of portfolios to query, because the user is waiting for the list. */
const MAX_BUSINESSES = 100

/** Returns the fields common to all requests of the user for a path. */
type Request = (path: string) => ReturnType<typeof accountRequest>

const OWN_PAGES_REFUSED = 'Facebook didn’t let us list your own Pages. Please connect again.'
const REFUSED =
  'Facebook didn’t let us list the Pages of this portfolio. Ask for access in Meta Business Suite, then connect again.'

/**
 * Lists the Pages that a user can act for: `/me/accounts` and those reached only through a business portfolio, which that edge
 * omits. A portfolio that can't be read hides only its own Pages.
 * @throws {NetworkError} if Facebook lists no Page at all
 */
export async function listFacebookPages(request: Request): Promise<Listing<FacebookPage>> {
  const own = {
    name: 'Your own Pages',
    pages: readEdge(request, 'me/accounts'),
    refusalReason: OWN_PAGES_REFUSED,
  }
  const businesses = await listBusinesses(request)
  const portfolios = businesses.found.flatMap(({ id, name }) =>
    ['owned_pages', 'client_pages'].map(edge => ({
      name: name || `Portfolio ${id}`,
      // A portfolio also lists Pages that the user has no role on; those come without a token.
      pages: withToken(readEdge(request, `${id}/${edge}`)),
      refusalReason: REFUSED,
    })),
  )
  const { found, unlisted } = await listGroups([own, ...portfolios])
  // The last entry of a Page wins: the user's own one if it has a token.
  const byPreference = [...found, ...found.toReversed().filter(({ accessToken }) => accessToken !== '')]
  return {
    found: [...new Map(byPreference.map(page => [page.id, page])).values()],
    unlisted: [...new Map([...businesses.unlisted, ...unlisted].map(group => [group.name, group])).values()],
  }
}

/** Lists the portfolios; none without the permission `business_management`. */
async function listBusinesses(request: Request): Promise<Listing<v.InferOutput<typeof Business>>> {
  try {
    const businesses = await readAllPages({
      ...request('me/businesses'),
      query: { fields: 'id,name', limit: PAGE_SIZE },
      item: Business,
    })
    return { found: businesses.slice(0, MAX_BUSINESSES), unlisted: [] }
  } catch (error) {
    if (!(error instanceof NetworkError) || error.kind === 'installation') throw error
    const isRefused = error.kind === 'permanent' || error.kind === 'reconnect'
    const group = { name: 'Pages in business portfolios', reason: unlistedReason(error, REFUSED) }
    return { found: [], unlisted: isRefused ? [] : [group] }
  }
}

async function* readEdge(request: Request, path: string): AsyncGenerator<FacebookPage[], void> {
  const pages = readPages({
    ...request(path),
    query: { fields: PAGE_FIELDS, limit: PAGE_SIZE },
    item: PageNode,
  })
  for await (const page of pages)
    yield page.map(({ id, name, picture, access_token, tasks }) => ({
      id,
      name,
      picture: picture?.data?.url ?? '',
      accessToken: access_token,
      tasks,
    }))
}

async function* withToken(pages: AsyncIterable<FacebookPage[]>): AsyncGenerator<FacebookPage[], void> {
  for await (const page of pages) yield page.filter(({ accessToken }) => accessToken !== '')
}

const text = v.optional(v.string(), '')

const PlacedPage = v.object({
  name: text,
  location: v.optional(
    v.object({
      street: text,
      city: text,
      latitude: v.optional(v.number()),
      longitude: v.optional(v.number()),
    }),
  ),
})

/**
 * Reads a Page as a place for Instagram, which takes only those with coordinates
 * (developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media). Returns null for another one.
 */
export async function readPagePlace(
  id: string,
  request: Omit<GraphRequest<v.GenericSchema>, 'schema'>,
): Promise<Place | null> {
  const query = { fields: 'name,location' }
  const { data: page } = await graphRequest({ ...request, query, schema: PlacedPage })
  const { street, city, latitude, longitude } = page.location ?? {}
  if (latitude === undefined || longitude === undefined || !page.name) return null
  return { id, name: page.name, address: [street, city].filter(Boolean).join(', ') }
}

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
