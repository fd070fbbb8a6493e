import * as v from 'valibot'

import { MAX_DOMAINS } from '#shared/businesses/domains.ts'
import type { NetworkId } from '#shared/networks.ts'
import { Id } from '#shared/text/text.ts'
import type { Field } from './fields.ts'

export const COPY_MESSAGES = {
  none: 'Please choose at least one business.',
  noAccount: 'None of the post’s networks is connected there.',
  noTime: 'It has no time ahead, so its copies can only be drafts.',
  passed: 'That time has passed there.',
  noBusiness: 'This draft belongs to no business yet. Open it in one first.',
} as const

/** Copies a post to other businesses: as drafts, or scheduled at the same time of day there. */
export const CopyPost = v.object({
  domainIds: v.pipe(
    v.array(Id, COPY_MESSAGES.none),
    v.minLength(1, COPY_MESSAGES.none),
    v.maxLength(MAX_DOMAINS, `Please choose at most ${MAX_DOMAINS} businesses.`),
    v.check(ids => new Set(ids).size === ids.length, 'Please list each business once.'),
  ),
  scheduled: v.optional(v.boolean(), false),
})
export type CopyPost = v.InferOutput<typeof CopyPost>

/** A business to which a post or draft can be copied, with what the copy would be there. */
export type CopyTarget = {
  domainId: string
  networks: NetworkId[]
  missing: NetworkId[]
  /** Connected networks that must be reconnected before the copy can go out. */
  signedOut: NetworkId[]
  /** Fields of the texts that have no value there. */
  unknown: Field[]
  /** The same local time there; null if the post has no future time. */
  publishAt: string | null
  timeZone: string
  /** Reason why the copy can't be scheduled. It can still be a draft. */
  problem?: string
  needsApproval?: true
}

/** The outcome for one business. `message` says why it failed. */
export type CopyResult = { domainId: string } & (
  | { success: false; message: string }
  | { success: true; draftId: string }
  | { success: true; postId: string; publishAt: string; inReview: boolean }
)
