import { CalendarCheck, CircleCheck, PencilLine } from 'lucide-react'

import type { Approval } from '#shared/posts/approvals.ts'
import { type BadgeContent, STATE_BADGES } from '#site/dashboard/shared/post-dialogs/states.ts'

export const APPROVAL_BADGES: Record<Approval['state'], BadgeContent> = {
  draft: { label: 'Not sent for approval', tone: 'neutral', icon: PencilLine },
  in_review: STATE_BADGES.in_review,
  changes_requested: STATE_BADGES.changes_requested,
  exempt: { label: 'Exempt from approval', tone: 'neutral', icon: CalendarCheck },
  approved: { label: 'Approved', tone: 'good', icon: CircleCheck },
}
