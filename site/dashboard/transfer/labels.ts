import { computed } from 'nanostores'

import { STATE_LABELS } from '#shared/posts/state-labels.ts'
import { $needsApproval } from '#site/dashboard/shared/approvals/rule.ts'

/** State of the posts that an import creates. */
export const $createdLabel = computed(
  $needsApproval,
  needs => STATE_LABELS[needs ? 'in_review' : 'scheduled'],
)
