import { CircleCheck, PencilLine } from 'lucide-react'

import type { Approval } from '#shared/posts/approvals.ts'
import { type Look, STATES } from '#site/dashboard/shared/post-dialogs/states.ts'

export const APPROVAL_LOOKS: Record<Approval['state'], Look> = {
  draft: { word: 'Not sent for approval', tone: 'neutral', icon: PencilLine },
  in_review: STATES.in_review,
  changes_requested: STATES.changes_requested,
  approved: { word: 'Approved', tone: 'good', icon: CircleCheck },
}
