import * as v from 'valibot'

import type { LinkKind } from '#shared/links.ts'
import type { MediaItem } from '#shared/media/media.ts'
import type { NetworkId } from '#shared/networks.ts'
import { Id, Instant, requiredLine } from '#shared/text/text.ts'
import { type Approval, ApprovePost, type PostComment, PublicComment, RequestChanges } from './approvals.ts'
import type { PostExtras } from './extras.ts'
import type { DeliveryState } from './posts.ts'
import { MAX_REVIEWER_NAME_CHARS } from './review-page.ts'
import { TakeBackApproval } from './take-back.ts'

export const REVIEW_LINK = {
  path: 'review',
  days: 30,
  tooMany: 'This business has 200 review links. Delete some first.',
  activity: {},
} as const satisfies LinkKind
export const MAX_REVIEW_POSTS = 100

export const REVIEW_LINK_MESSAGES = {
  gone: 'There is nothing to review at this address. Ask the person who sent it to you.',
  postGone: 'That post isn’t in this review any more. Your answer wasn’t saved.',
  cannotHold:
    'Your links can’t approve posts, so they can’t hold them. Ask somebody who approves posts to share them.',
  needsPin: 'Enter the PIN that came with this link.',
} as const

const Pin = v.pipe(v.string(), v.regex(/^\d{4,8}$/, 'Please choose a PIN of four to eight digits.'))

/** Input for a new review link, to chosen posts or to the posts of a period. */
export const NewReviewLink = v.pipe(
  v.object({
    postIds: v.optional(v.pipe(v.array(Id), v.minLength(1), v.maxLength(MAX_REVIEW_POSTS))),
    from: v.optional(Instant),
    to: v.optional(Instant),
    expiresAt: v.optional(Instant),
    pin: v.optional(Pin),
    /** Holds the scheduled posts that the link shows until somebody approves them. */
    hold: v.optional(v.boolean(), false),
  }),
  v.check(
    ({ postIds, from, to }) => (postIds ? !from && !to : Boolean(from && to && from < to)),
    'Please choose posts or a period.',
  ),
)

/** Query of a revocation. With `release`, posts that it holds return to the schedule. */
export const RevokeReviewLink = v.object({ release: v.optional(v.literal('true')) })

export type NewReviewLink = v.InferOutput<typeof NewReviewLink>

const Name = requiredLine('Please enter your name.', MAX_REVIEWER_NAME_CHARS)
const pin = v.optional(v.pipe(v.string(), v.maxLength(20)))
export const ApproveByLink = v.object({ ...ApprovePost.entries, name: Name, pin })
export const RequestByLink = v.object({ ...RequestChanges.entries, name: Name, pin })

export const TakeBackByLink = v.object({ ...TakeBackApproval.entries, name: Name, pin })

export const CommentByLink = v.object({ ...PublicComment.entries, name: Name, pin })

export type AnswerByLink = v.InferOutput<typeof ApproveByLink | typeof RequestByLink | typeof CommentByLink>

export type ReviewLink = {
  _id: string
  postIds: string[] | null
  from: string | null
  to: string | null
  expiresAt: string
  /** False if the link has expired, or its creator may no longer create links. */
  works: boolean
  /** Number of posts that the link holds. Revoking it with `release` schedules them again. */
  holds: number
  hasPin: boolean
  openings: number
  openedAt: string | null
  createdAt: string
}

/** A post as a reviewer sees it. */
export type ReviewPost = {
  _id: string
  /** Present if the post repeats. */
  seriesId?: string
  contentHash: string
  publishAt: string
  timeZone: string
  /**
   * `publishAt` as the page shows it. Formatted by the server, because a phone's first date format takes longer than the rest of
   * the page.
   */
  when: string
  /** Present for an unpublished post whose time has passed: 'not published because nobody approved it in time'. */
  missed?: string
  approval: Omit<Approval, 'contentHash'>
  networks: {
    network: NetworkId
    account: { name: string; username: string; picture: string } | null
    state: DeliveryState
    message: string
    firstComment: string
    extras?: PostExtras
    media: MediaItem[]
    /** The picture that is the cover of the video. */
    cover?: MediaItem
  }[]
  comments: PostComment[]
}

export type Review = {
  business: { name: string; picture: string }
  expiresAt: string
  posts: ReviewPost[]
  /** Changes with everything that the reviewer sees. */
  version: string
  /** For a link with a PIN: replaces it in later requests. */
  pass?: string
}

/** `known` is the version that an open page shows. The response has no posts if this is still the current version. */
export const ReviewQuery = v.object({ known: v.optional(v.pipe(v.string(), v.maxLength(40))) })
