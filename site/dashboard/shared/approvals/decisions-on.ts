import { computed } from 'nanostores'

import { isCleared } from '#shared/posts/approvals.ts'
import { isUndelivered } from '#shared/posts/changes.ts'
import { APPROVAL_MISSED, NOT_APPROVED, type Post } from '#shared/posts/posts.ts'
import { $may, $mayChange } from '#site/dashboard/shared/permissions.tsx'
import { $decided } from './decide.ts'

/**
 * An action on a post's approval. `choose a time` is for an approved post whose time has passed; `next` opens the next post
 * once this one is decided.
 */
export type Decision = 'choose a time' | 'next' | 'send' | 'approve' | 'request changes'

/** True while a delivery is held because its time passed before the post was approved. */
export const isHeldAsMissed = ({ deliveries }: Pick<Post, 'deliveries'>) =>
  deliveries.some(({ state, reasonCode }) => state === 'held' && reasonCode === APPROVAL_MISSED)

type PostToApprove = Pick<Post, 'domainId' | 'approval'> & {
  deliveries: readonly Pick<Post['deliveries'][number], 'state' | 'reasonCode'>[]
}

/** Returns true if nobody was asked for the approval that the post lacks, and the user may ask. */
export const $mayRequestApproval = computed(
  $may,
  may =>
    ({ domainId, approval, deliveries }: PostToApprove) => {
      if (!approval || isCleared(approval.state) || !may(domainId, 'write')) return false
      const isHeld = deliveries.some(
        ({ state, reasonCode }) => state === 'held' && reasonCode === NOT_APPROVED,
      )
      return approval.state !== 'in_review' || isHeld
    },
)

/** Returns the actions that the user may take on a post's approval. */
export const $decisionsOn = computed(
  [$may, $mayChange, $mayRequestApproval, $decided],
  (may, mayChange, mayRequestApproval, decidedId) =>
    (post: Post): Decision[] => {
      const { approval } = post
      if (!approval) return []
      const { state } = approval
      const next: Decision[] = decidedId === post._id && state !== 'in_review' ? ['next'] : []
      const wasSentBack = next.length > 0 && state === 'changes_requested'
      if (!isUndelivered(post.deliveries) || wasSentBack) return next
      const mayApprove = may(post.domainId, 'approve') && !approval.byOthers
      const needsTime = isCleared(state) && isHeldAsMissed(post) && mayChange(post)
      return [
        ...(needsTime ? (['choose a time'] as const) : []),
        ...next,
        ...(mayRequestApproval(post) ? (['send'] as const) : []),
        ...(mayApprove && state !== 'approved' ? (['approve'] as const) : []),
        ...(mayApprove && (state === 'in_review' || isCleared(state)) ? (['request changes'] as const) : []),
      ]
    },
)
