import * as v from 'valibot'

import { EditPost, PostData } from './posts.ts'

const { platforms, altTexts, mediaIds, textOnly, slot } = PostData.entries

/** Replaces a post's whole content, as auth/createPosts takes it. Without a time or slot, its time stays. */
export const RevisePost = v.object({
  platforms,
  altTexts,
  mediaIds: mediaIds.wrapped,
  textOnly,
  slot,
  scheduledTime: EditPost.entries.scheduledTime,
  timeZone: EditPost.entries.timeZone,
  /** The version that the author has seen; if omitted, the last change wins. */
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
})
export type RevisePost = v.InferOutput<typeof RevisePost>

/** A whole content names its media; anything else changes only what it names. */
export const ChangePost = v.union([
  RevisePost,
  v.object({ ...EditPost.entries, mediaIds: v.optional(v.never()) }),
])
