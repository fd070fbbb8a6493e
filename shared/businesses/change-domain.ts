import * as v from 'valibot'

import { LinkTags } from '#shared/posts/link-tags.ts'
import { PostButton } from '#shared/posts/post-button.ts'
import { TimeZone } from '#shared/time-zone.ts'

/** Changes only the given settings. */
export const ChangeDomain = v.object({
  timeZone: v.optional(TimeZone),
  linkTags: v.optional(LinkTags),
  /** Null removes the button. */
  postButton: v.optional(v.nullable(PostButton)),
})
export type ChangeDomain = v.InferOutput<typeof ChangeDomain>
