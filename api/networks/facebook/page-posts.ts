import * as v from 'valibot'

import { GraphId } from '#api/networks/meta/json.ts'

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

/** Fields of a `PagePost`, in Graph's notation. */
export const PAGE_POST_FIELDS =
  'id,message,created_time,permalink_url,application{id},attachments{target{id},subattachments.limit(20){target{id}}}'

/** Returns the ids of the post's pictures, including each picture of an album. */
export const attachedIds = ({ attachments }: PagePost): string[] =>
  (attachments?.data ?? [])
    .flatMap(({ target, subattachments }) =>
      subattachments ? subattachments.data.map(child => child.target) : [target],
    )
    .flatMap(target => target?.id ?? [])

/** Facebook attaches a link preview to a post without pictures, so such a post may still have an attachment. */
export const hasAsMany = (post: PagePost, pictures: number) =>
  pictures === 0 || attachedIds(post).length === pictures
