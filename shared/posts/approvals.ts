import type { NetworkId } from '#shared/networks.ts'

/** States of a post's approval. A post that was never sent for approval is a `draft`. */
export const APPROVAL_STATES = ['in_review', 'changes_requested', 'approved'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

/** Ways in which somebody decides or comments: signed in, by a review link, or as administrator. */
export const APPROVAL_WAYS = ['session', 'link', 'administrator'] as const
export type ApprovalWay = (typeof APPROVAL_WAYS)[number]

/** Everything that goes out on one network, as its approver signs it. */
export type SignedContent = {
  network: NetworkId
  /** The provider's id of the account. */
  account: string
  message: string
  firstComment: string
  /** Pictures and videos in order: the hash of each file, cropped as published, and its alt text. */
  media: { hash: string; altText: string }[]
  /** Unix milliseconds; null for a post that goes out when it is approved. */
  publishAt: number | null
}
