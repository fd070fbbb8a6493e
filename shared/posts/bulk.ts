import * as v from 'valibot'

import { Id } from '#shared/text/text.ts'
import { ApprovePost } from './approvals.ts'
import { LabelChange } from './label-change.ts'
import { MovePost, OnConnected, POST_MESSAGES, SCHEDULE_MAX_DAYS } from './posts.ts'

export const MAX_BULK = 100
/** Maximum number of posts selected across pages, so that all posts of an import can be selected. */
export const MAX_SELECTED = 500

export const BULK_MESSAGES = {
  none: 'Please choose at least one post.',
  noCopies: 'Please choose at least one draft.',
  noTarget: 'Please give either a number of days, or a time for each post.',
  notDays: 'Please give a whole number of days other than 0.',
  notEach: 'Please give the labels of each post.',
  noVersions: 'Please give the version of each post.',
  noHashes: 'Please give the content hash of each post.',
  copyChanged: 'This copy was changed, sent or deleted, so Undo left it alone.',
} as const

const idsOf = (kind: 'post' | 'draft', none: string) =>
  v.pipe(
    v.array(Id, none),
    v.minLength(1, none),
    v.maxLength(MAX_BULK, `Please choose at most ${MAX_BULK} ${kind}s.`),
    v.check(ids => new Set(ids).size === ids.length, `Please list each ${kind} once.`),
  )

const PostIds = idsOf('post', BULK_MESSAGES.none)

const Days = v.pipe(
  v.number(BULK_MESSAGES.notDays),
  v.integer(BULK_MESSAGES.notDays),
  v.minValue(-SCHEDULE_MAX_DAYS, 'Please choose a time within a year.'),
  v.maxValue(SCHEDULE_MAX_DAYS, 'Please choose a time within a year.'),
  v.notValue(0, BULK_MESSAGES.notDays),
)

const Move = v.pipe(
  v.object({
    action: v.literal('move'),
    postIds: PostIds,
    /** Shifts each post by days, at the same time of day in its zone. */
    days: v.optional(Days),
    /** The new time of each post in Unix seconds, in the order of `postIds`. */
    times: v.optional(v.array(MovePost.entries.scheduledTime, POST_MESSAGES.noTime)),
    /** The version that each post must still have, in the order of `postIds`. */
    versions: v.optional(v.array(v.number())),
    ...OnConnected.entries,
  }),
  v.check(
    ({ postIds, days, times }) =>
      times === undefined ? days !== undefined : days === undefined && times.length === postIds.length,
    BULK_MESSAGES.noTarget,
  ),
  v.check(
    ({ postIds, versions }) => !versions || versions.length === postIds.length,
    BULK_MESSAGES.noVersions,
  ),
)
/** Moves each post to the next free slot of its business, one after the other. */
const Slot = v.object({ action: v.literal('slot'), postIds: PostIds, ...OnConnected.entries })
const Retry = v.object({ action: v.literal('retry'), postIds: PostIds, ...OnConnected.entries })
/** Labels to add and to remove, on posts in any state. */
const Label = v.pipe(
  v.object({
    action: v.literal('label'),
    postIds: PostIds,
    ...LabelChange.entries,
    /** A separate change for each post, in the order of `postIds`. Replaces `add` and `remove`. */
    each: v.optional(v.array(LabelChange)),
  }),
  v.check(({ postIds, each }) => !each || each.length === postIds.length, BULK_MESSAGES.notEach),
)
/** Approves exactly the content with these hashes, in the order of `postIds`. */
const Approve = v.pipe(
  v.object({
    action: v.literal('approve'),
    postIds: PostIds,
    contentHashes: v.array(ApprovePost.entries.contentHash, BULK_MESSAGES.noHashes),
  }),
  v.check(({ postIds, contentHashes }) => contentHashes.length === postIds.length, BULK_MESSAGES.noHashes),
)
/** Takes back the approvals of exactly the content with these hashes. Undoes `approve`. */
const TakeBack = v.pipe(
  v.object({ ...Approve.entries, action: v.literal('take-back') }),
  v.check(({ postIds, contentHashes }) => contentHashes.length === postIds.length, BULK_MESSAGES.noHashes),
)
const Plain = v.object({
  action: v.picklist(
    ['cancel', 'restore', 'duplicate', 'discard', 'submit'],
    'Please choose move, slot, cancel, restore, duplicate, retry, discard, submit, approve, take-back or label.',
  ),
  postIds: PostIds,
})

/** Changes several posts. Each succeeds or fails independently. */
export const BulkChange = v.variant('action', [Move, Slot, Retry, Label, Approve, TakeBack, Plain])
export type BulkChange = v.InferOutput<typeof BulkChange>
export type BulkAction = BulkChange['action']

/** The outcome for one post. `message` says why it failed. */
export type BulkResult = {
  _id: string
  success: boolean
  message?: string
  draftId?: string
  publishAt?: string
  /** Present if the post was to go to the next free slot and is there already. */
  stays?: true
  /** The post's version after the move. */
  version?: number
  postId?: string
  /** Present if that post waits for approval. */
  inReview?: true
  /** Present if the post was approved too late and is held until it gets a new time. */
  needsTime?: true
}

/** Sends drafts as posts at the times that they have. */
export const ScheduleDrafts = v.object({
  draftIds: idsOf('draft', BULK_MESSAGES.noCopies),
  /** Leaves out the networks that need a picture where a draft has none. */
  leaveOut: v.optional(v.literal('needs-picture')),
})
export type ScheduleDrafts = v.InferOutput<typeof ScheduleDrafts>

/** Deletes drafts that nobody has edited since they were created. Undoes `duplicate`. */
export const DeleteCopies = v.object({ draftIds: idsOf('draft', BULK_MESSAGES.noCopies) })
export type DeleteCopies = v.InferOutput<typeof DeleteCopies>
