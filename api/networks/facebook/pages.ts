import * as v from 'valibot'

import { NetworkError } from '#api/networks/core/network.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { readAllPages } from '#api/networks/meta/pages.ts'

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
const Business = v.object({ id: GraphId })

const PAGE_FIELDS = 'id,name,category,tasks,access_token,picture'
const PAGE_SIZE = 100
/** Maximum number of portfolios to query, because the user is waiting for the list. */
const MAX_BUSINESSES = 100

type CallOptions = {
  provider: 'facebook'
  graphUrl: string
  token: string
  appSecret: string
  signal?: AbortSignal
  now: () => Date
}

/**
 * Lists the Pages that a user can act for: `/me/accounts` and those reached only through a business portfolio, which that edge
 * omits. A portfolio that can't be read hides only its own Pages.
 * @throws {NetworkError} when the person's own Pages can't be listed
 */
export async function listFacebookPages(options: CallOptions): Promise<FacebookPage[]> {
  const own = await listEdge(options, 'me/accounts')
  const shared: FacebookPage[] = []
  for (const { id } of await listBusinesses(options)) {
    const edges = ['owned_pages', 'client_pages'].map(edge =>
      listEdge(options, `${id}/${edge}`).catch(emptyUnlessInstallation),
    )
    for (const pages of await Promise.all(edges)) shared.push(...pages)
  }
  // A portfolio also lists Pages that the user has no role on; those come without a token.
  const hasToken = ({ accessToken }: FacebookPage) => accessToken !== ''
  // The last entry of a Page wins.
  const byPreference = [...own, ...shared.filter(hasToken), ...own.filter(hasToken)]
  return [...new Map(byPreference.map(page => [page.id, page])).values()]
}

async function listBusinesses({ graphUrl, ...request }: CallOptions): Promise<{ id: string }[]> {
  const businesses = await readAllPages({
    ...request,
    url: `${graphUrl}/me/businesses`,
    query: { fields: 'id', limit: PAGE_SIZE },
    item: Business,
  }).catch(emptyUnlessInstallation)
  return businesses.slice(0, MAX_BUSINESSES)
}

async function listEdge({ graphUrl, ...request }: CallOptions, path: string): Promise<FacebookPage[]> {
  const pages = await readAllPages({
    ...request,
    url: `${graphUrl}/${path}`,
    query: { fields: PAGE_FIELDS, limit: PAGE_SIZE },
    item: PageNode,
  })
  return pages.map(page => ({
    id: page.id,
    name: page.name,
    picture: page.picture?.data?.url ?? '',
    accessToken: page.access_token,
    tasks: page.tasks,
  }))
}

/** Returns an empty list for an error, e.g. without the permission `business_management`. Throws one that concerns our app as a
 * whole. */
function emptyUnlessInstallation(error: unknown): [] {
  if (error instanceof NetworkError && error.kind !== 'installation') return []
  throw error
}
