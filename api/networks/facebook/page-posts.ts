import * as v from 'valibot'

import { CLOCK_SLACK_MS } from '#api/networks/core/call-time.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import type { FacebookApp } from './app.ts'

const Target = v.optional(v.object({ id: v.optional(GraphId) }))
export const PagePost = v.object({
  id: GraphId,
  message: v.optional(v.string(), ''),
  created_time: v.string(),
  permalink_url: v.optional(v.string()),
  application: v.optional(v.object({ id: GraphId })),
  attachments: v.optional(
    v.object({
      data: v.array(
        v.object({
          target: Target,
          subattachments: v.optional(v.object({ data: v.array(v.object({ target: Target })) })),
        }),
      ),
    }),
  ),
})
export type PagePost = v.InferOutput<typeof PagePost>

/** Returns the request for a Page's posts since a call. */
export const postsSince = ({ graphUrl }: FacebookApp, accountId: string, calledAt: Date) =>
  ({
    provider: 'facebook',
    url: `${graphUrl}/${accountId}/published_posts`,
    fields:
      'id,message,created_time,permalink_url,application{id},attachments{target{id},subattachments.limit(20){target{id}}}',
    createdAt: (post: PagePost) => post.created_time,
    since: new Date(+calledAt - CLOCK_SLACK_MS),
    item: PagePost,
  }) as const

/** Returns the ids of the post's pictures, including each picture of an album. */
export const attachedIds = ({ attachments }: PagePost): string[] =>
  (attachments?.data ?? [])
    .flatMap(({ target, subattachments }) =>
      subattachments ? subattachments.data.map(child => child.target) : [target],
    )
    .flatMap(target => target?.id ?? [])

/** Returns true for any call without pictures, because Facebook may attach a link preview to its post. */
export const hasPictureCount = (post: PagePost, pictures: number) =>
  pictures === 0 || attachedIds(post).length === pictures
