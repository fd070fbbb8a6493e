import * as v from 'valibot'

import type { ListRequest } from './pages.ts'
import { readPostPages } from './posts.ts'

const Metrics = v.object({
  data: v.array(v.object({ name: v.string(), values: v.array(v.object({ value: v.optional(v.number()) })) })),
})

/** Lifetime metrics of a post; undefined if they weren't requested. */
export const PostMetrics = v.optional(Metrics)
export type PostMetrics = v.InferOutput<typeof PostMetrics>

/** Returns a metric's value, or null if the network doesn't provide it. */
export const metricOf = (metrics: PostMetrics, name: string): number | null =>
  metrics?.data.find(metric => metric.name === name)?.values[0]?.value ?? null

type PostsQuery<Item extends v.GenericSchema> = Omit<ListRequest<Item>, 'query'> & {
  fields: string
  createdAt: (post: v.InferOutput<Item>) => string
  since: Date | undefined
  hasBudget: () => boolean
}

/** Reads posts, newest first, while there is call budget. None is missing since `completeSince`. */
export async function readPostsWithMetrics<Item extends v.GenericSchema>({
  hasBudget,
  ...request
}: PostsQuery<Item>): Promise<{ posts: v.InferOutput<Item>[]; completeSince: Date | null }> {
  const posts: v.InferOutput<Item>[] = []
  const pages = readPostPages(request as PostsQuery<Item>)
  for (let page = await pages.next(); ; page = await pages.next()) {
    if (page.done) {
      if (page.value) return { posts, completeSince: request.since ?? new Date(0) }
      break
    }
    posts.push(...page.value)
    if (!hasBudget()) break
  }
  const oldest = posts.at(-1)
  // Posts of the same second may be on the next page.
  return {
    posts,
    completeSince: oldest ? new Date(Date.parse(request.createdAt(oldest)) + 1000) : null,
  }
}
