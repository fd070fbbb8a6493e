import type * as v from 'valibot'

import { type ListRequest, readPages } from './graph-pages.ts'

const PAGE_SIZE = 100
const MOST_POSTS = 600

type PostsRequest<Item extends v.GenericSchema> = Omit<ListRequest<Item>, 'query'> & {
  fields: string
  since: Date | undefined
  /** Asked before each further page. */
  hasRoom: () => boolean
}

/** An account's posts, newest first: those since a time, or some hundreds of them. */
export async function readPosts<Item extends v.GenericSchema>({
  fields,
  since,
  hasRoom,
  ...request
}: PostsRequest<Item>): Promise<v.InferOutput<Item>[]> {
  const query = { fields, limit: PAGE_SIZE, since: since && Math.floor(since.getTime() / 1000) }
  const posts: v.InferOutput<Item>[] = []
  for await (const page of readPages<Item>({ ...(request as Omit<ListRequest<Item>, 'query'>), query })) {
    posts.push(...page)
    if (posts.length >= MOST_POSTS || !hasRoom()) break
  }
  return posts
}
