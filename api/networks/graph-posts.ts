import * as v from 'valibot'

import { type GraphRequest, graphRequest } from './graph.ts'

const PAGE_SIZE = 100
const MOST_POSTS = 600

const Paging = v.optional(
  v.object({
    cursors: v.optional(v.object({ after: v.optional(v.string()) })),
    next: v.optional(v.string()),
  }),
)

type PostsRequest<Item extends v.GenericSchema> = Omit<
  GraphRequest<v.GenericSchema>,
  'schema' | 'method' | 'query'
> & {
  item: Item
  fields: string
  since: Date | undefined
  /** Asked before each further page. */
  hasRoom: () => boolean
}

/** An account's posts, newest first: those since a time, or some hundreds of them. */
export async function readPosts<Item extends v.GenericSchema>({
  item,
  fields,
  since,
  hasRoom,
  ...request
}: PostsRequest<Item>): Promise<v.InferOutput<Item>[]> {
  const schema = v.object({ data: v.array(item), paging: Paging })
  const posts: v.InferOutput<Item>[] = []
  let after: string | undefined
  do {
    const { data } = await graphRequest({
      ...request,
      query: {
        fields,
        limit: PAGE_SIZE,
        since: since && Math.floor(since.getTime() / 1000),
        after,
      },
      schema,
    })
    posts.push(...data.data)
    const next = data.paging?.next === undefined ? undefined : data.paging.cursors?.after
    after = next === after ? undefined : next
  } while (after !== undefined && posts.length < MOST_POSTS && hasRoom())
  return posts
}
