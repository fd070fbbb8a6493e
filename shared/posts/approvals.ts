import * as v from 'valibot'

import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { hasVisible } from '#shared/text/characters.ts'
import { Id, printable } from '#shared/text/text.ts'
import type { Anchor } from './anchors.ts'
import { type PostExtras, Fraction } from './extras.ts'
import { MAX_COMMENT_CHARS } from './review-page.ts'
import { AlikePosts } from './series.ts'

/** States of a post's approval. A post that was never sent for approval is a `draft`. */
export const APPROVAL_STATES = ['in_review', 'changes_requested', 'approved'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

/**
 * States of an approval as readers see it. An `exempt` post was already scheduled when the business began to require approval,
 * and an approver let it go out unreviewed.
 */
export type ShownApprovalState = 'draft' | ApprovalState | 'exempt'

/** Returns true if somebody approved the post. An exempt one was never reviewed. */
export const wasReviewed = (approval: { state: ApprovalState; exempt: boolean } | null | undefined) =>
  approval?.state === 'approved' && !approval.exempt

/** Returns true for a post that may go out: approved, or exempt from approval. */
export const needsNoApproval = (state: ShownApprovalState | undefined): boolean =>
  state === 'approved' || state === 'exempt'

/** How the author of a decision or comment had access: signed in, by a review link, or as administrator. */
export const APPROVAL_ORIGINS = ['session', 'link', 'administrator'] as const
export type ApprovalOrigin = (typeof APPROVAL_ORIGINS)[number]

/** Everything that goes out on one network. Approving a post signs it. */
export type SignedContent = {
  network: NetworkId
  /** The provider's id of the account. */
  account: string
  message: string
  firstComment: string
  /** Pictures and videos in order: the hash of each file, cropped as published, and its alt text. */
  media: { hash: string; altText: string; /** Not signed, and missing in earlier versions. */ id?: string }[]
  /** An event, an offer, or a button. */
  extras?: PostExtras
  /** The hash of the picture that is the cover of the video. */
  cover?: string
}

/**
 * What approvers see and compare: the signed content, and the time in Unix milliseconds. The time may change without a new
 * approval. It is null for a post that goes out when it is approved.
 */
export type ReviewedContent = SignedContent & { publishAt: number | null }

/** Approval of a post, as the post's readers see it. */
export type Approval = {
  state: ShownApprovalState
  contentHash: string
  /** Name of the person who decided last, or exempted the post; null while nobody has. */
  by: string | null
  at: string | null
  via: ApprovalOrigin | null
  /** True for a post that goes out when it is approved. */
  whenApproved: boolean
  /** Present if the business has chosen approvers, and the user isn't among them. */
  byOthers?: true
  /** Present while a review link holds the post, until its reviewer decides. */
  byLink?: true
  /** Present for an approved post that needs a new approval if its content changes. */
  waitsAgain?: true
  /** Content at the last decision, if it has changed since. */
  previous?: ReviewedContent[]
  /** Content to be approved, to be compared with `previous`. */
  current?: ReviewedContent[]
}

export const APPROVAL_MESSAGES = {
  changed: 'This post was changed after you opened it. Look at it again, then approve it.',
  begun: 'This post is being published or already is, so it can’t be approved or sent back any more.',
  alreadyApproved: 'This post is already approved.',
  timePassed: 'Its time has passed. Choose a new time, then send it for approval.',
  othersPost: 'Your role lets you change your own posts. Ask an owner or editor to change this one.',
  approvedBefore:
    'This post is approved or published, so its author can’t change it. Ask an owner or editor.',
  unable: 'Choose owners and approvers: other roles can’t approve posts.',
  notApprover: 'This business has chosen who approves its posts. Ask one of them.',
  published:
    'This business only publishes approved text, so change this post on Facebook itself, or delete it and send a new one for approval.',
  notByLink: 'This link can’t approve posts. You can still ask for changes.',
  noComment: 'Please say what should change.',
  longComment: 'Please keep this under 5,000 characters.',
  anchorGone: 'The post no longer has that picture or passage. Look at it again.',
} as const

/** When an approver starts to require approval, posts that are due within this time are published without it. */
export const DUE_SOON_MINUTES = 10

export const ApprovalRule = v.object({
  required: v.boolean('This must be true or false.'),
  /** Ids of the members who may approve. If empty, all members whose role allows it may. */
  approvers: v.optional(v.pipe(v.array(Id), v.maxLength(100)), []),
})
export type ApprovalRule = v.InferOutput<typeof ApprovalRule>

/**
 * The rule, with the number of posts that turning it on affects: those scheduled without approval, and those among them due within
 * minutes.
 */
export type ReadApprovalRule = ApprovalRule & {
  scheduled: number
  dueSoon: number
  /**
   * True if the user may approve, so that turning the rule on exempts posts that are due within minutes. Otherwise they wait for
   * approval, too.
   */
  exempts: boolean
  /** True if review links of this user can approve posts. Otherwise their reviewers can only comment and request changes. */
  linksApprove: boolean
}

const OptionalComment = v.pipe(
  v.string(APPROVAL_MESSAGES.noComment),
  printable,
  v.trim(),
  v.maxLength(MAX_COMMENT_CHARS, APPROVAL_MESSAGES.longComment),
)
const Comment = v.pipe(OptionalComment, v.check(hasVisible, APPROVAL_MESSAGES.noComment))

export const ApprovePost = v.object({
  contentHash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, APPROVAL_MESSAGES.changed)),
  ...AlikePosts.entries,
})
export type ApprovePost = v.InferOutput<typeof ApprovePost>

/** The comment may be empty if the caller has open remarks on the post, which are then the request. */
export const RequestChanges = v.object({ comment: OptionalComment, ...AlikePosts.entries })
export type RequestChanges = v.InferOutput<typeof RequestChanges>

/** A place in one of the post's pictures, or a passage of its text on one network. */
const AnchorOfComment: v.GenericSchema<unknown, Anchor> = v.union([
  v.strictObject({ mediaId: Id, x: Fraction, y: Fraction }),
  v.strictObject({
    network: v.picklist(NETWORK_IDS),
    quote: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
    from: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
])

/** A comment by a reviewer, without a decision. */
export const PublicComment = v.object({ message: Comment, anchor: v.optional(AnchorOfComment) })

export const NewComment = v.object({
  ...PublicComment.entries,
  /** True hides the comment from reviewers with a link. */
  internal: v.optional(v.boolean(), false),
  /** Members to notify, if the message has '@' and their name. */
  mentions: v.optional(v.pipe(v.array(Id), v.maxLength(100)), []),
})
export type NewComment = v.InferOutput<typeof NewComment>

export const ResolveRemark = v.object({ resolved: v.boolean('This must be true or false.') })

export type PostComment = {
  _id: string
  name: string
  via: ApprovalOrigin
  internal: boolean
  message: string
  /** Missing for a comment on the whole post. */
  anchor?: Anchor
  /** Present if the remark is resolved. */
  resolvedAt?: string
  createdAt: string
}
