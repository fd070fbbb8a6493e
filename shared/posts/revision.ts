import * as v from 'valibot'

import type { MediaItem } from '#shared/media/media.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { ApprovalState } from './approvals.ts'
import type { DraftContent } from './drafts.ts'
import { EditPost, PostData } from './posts.ts'
import { SERIES_MESSAGES, SeriesPart } from './series.ts'

const { platforms, altTexts, mediaIds, textOnly, slot, labels } = PostData.entries

/** Replaces a post's whole content, in the format of auth/createPosts. Without a time or slot, its time doesn't change. */
export const RevisePost = v.object({
  platforms,
  altTexts,
  mediaIds: mediaIds.wrapped,
  textOnly,
  slot,
  /** If omitted, the labels don't change. */
  labels: v.optional(labels.wrapped),
  scheduledTime: EditPost.entries.scheduledTime,
  timeZone: EditPost.entries.timeZone,
  /** Publishes immediately instead of at `scheduledTime`. */
  now: v.optional(v.boolean(), false),
  version: EditPost.entries.version,
  /** Chooses whether later posts of the series get the same content and follow a change of the time. */
  ...SeriesPart.entries,
})
export type RevisePost = v.InferOutput<typeof RevisePost>

/** Input with `mediaIds` replaces the whole content; any other input changes only the given fields. */
export const ChangePost = v.union([
  RevisePost,
  v.object({
    ...EditPost.entries,
    mediaIds: v.optional(v.never()),
    series: v.optional(v.literal('this', SERIES_MESSAGES.whole)),
  }),
])

/** A post as the composer edits it. */
export type PostContent = {
  _id: string
  domainId: string
  version: number
  content: DraftContent
  media: MediaItem[]
  /** Networks where the post is or may be public, so that their text can't change. */
  out: NetworkId[]
  repeats?: true
  /** State of the approval that the post waits for. */
  review?: Extract<ApprovalState, 'in_review' | 'changes_requested'>
  /** Name of the approver, present if a change of the content makes the post wait for approval again. */
  approvedBy?: string
}
