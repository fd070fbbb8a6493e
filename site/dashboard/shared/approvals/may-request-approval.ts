import { computed } from 'nanostores'

import { isCleared } from '#shared/posts/approvals.ts'
import { NOT_APPROVED, type Post } from '#shared/posts/posts.ts'
import { $may } from '#site/dashboard/shared/permissions.tsx'

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
