import * as v from 'valibot'

import type { Publication } from '#api/networks/core/network.ts'
import { LocalPost } from './posts.ts'
import type { GoogleBusiness } from './request.ts'
import { googleRequest } from './request.ts'

const PAGE_SIZE = 100
const MAX_PAGES = 10

const LocalPosts = v.object({
  localPosts: v.optional(v.array(LocalPost), []),
  nextPageToken: v.optional(v.string(), ''),
})

/** Returns the location's posts that were created at `since` (epoch milliseconds) or later, among its last thousand. */
export async function postsSince(
  business: GoogleBusiness,
  { accountId, token }: Pick<Publication, 'accountId' | 'token'>,
  since: number,
  now: () => Date,
): Promise<LocalPost[]> {
  const posts: LocalPost[] = []
  let pageToken: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const { localPosts, nextPageToken } = await googleRequest({
      url: `${business.postsUrl}/${accountId}/localPosts`,
      query: { pageSize: PAGE_SIZE, pageToken },
      token,
      schema: LocalPosts,
      now,
    })
    posts.push(...localPosts.filter(post => createdAt(post) >= since))
    pageToken = nextPageToken || undefined
    if (!pageToken) break
  }
  return posts
}

export const createdAt = ({ createTime }: LocalPost) => Date.parse(createTime) || 0
