import type * as v from 'valibot'

import { type ListRequest, readPages } from './pages.ts'

const PAGE_SIZE = 100
const MAX_POSTS = 600

type PostsRequest<Item extends v.GenericSchema> = ListRequest<Item> & {
  fields: string
  /** Creation time in Graph's format. */
  createdAt: (post: v.InferOutput<Item>) => string
  since: Date | undefined
}

/**
 * Reads an account's posts since a time, newest first, page by page. Meta documents no `since` parameter for posts, so this
 * stops at the first page with an older post, or after some hundreds of posts.
 * @returns true if all posts since then were read
 */
export async function* readPostPages<Item extends v.GenericSchema>({
  fields,
  createdAt,
  since = new Date(0),
  ...request
}: PostsRequest<Item>): AsyncGenerator<v.InferOutput<Item>[], boolean> {
  const query = { ...request.query, fields, limit: PAGE_SIZE }
  let read = 0
  for await (const page of readPages<Item>({ ...(request as ListRequest<Item>), query })) {
    const recent = page.filter(post => Date.parse(createdAt(post)) >= +since)
    yield recent
    if (recent.length < page.length) return true
    read += page.length
    if (read >= MAX_POSTS) return false
  }
  return true
}

/** Reads the pages of `readPostPages` into one list. */
export async function readPosts<Item extends v.GenericSchema>(
  request: PostsRequest<Item>,
): Promise<v.InferOutput<Item>[]> {
  const posts: v.InferOutput<Item>[] = []
  for await (const page of readPostPages(request)) posts.push(...page)
  return posts
}
