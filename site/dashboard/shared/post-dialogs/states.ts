import {
  Ban,
  CalendarCheck,
  CalendarClock,
  CircleAlert,
  CircleCheck,
  CirclePause,
  type LucideIcon,
  MessageSquareText,
  PencilLine,
  Search,
  Send,
  Trash2,
  UserCheck,
} from 'lucide-react'

import type { Approval } from '#shared/posts/approvals.ts'
import type { DeliveryState, Post } from '#shared/posts/posts.ts'
import { STATE_LABELS, type LabelInput, stateLabel } from '#shared/posts/state-labels.ts'
import type { Tone } from '#site/ui/Badge.tsx'

/** Colours of icons and words without a badge. */
export const TONE_TEXTS: Record<Tone, string> = {
  neutral: 'text-soft',
  iris: 'text-soft',
  good: 'text-success',
  warning: 'text-amber',
  bad: 'text-error',
  info: 'text-info',
}

export type BadgeContent = { label: string; tone: Tone; icon: LucideIcon }

const badge = (state: DeliveryState, tone: Tone, icon: LucideIcon): BadgeContent => ({
  label: STATE_LABELS[state],
  tone,
  icon,
})

export const STATE_BADGES: Record<DeliveryState, BadgeContent> = {
  draft: badge('draft', 'neutral', PencilLine),
  in_review: badge('in_review', 'warning', UserCheck),
  changes_requested: badge('changes_requested', 'warning', MessageSquareText),
  scheduled: badge('scheduled', 'info', CalendarClock),
  publishing: badge('publishing', 'info', Send),
  unconfirmed: badge('unconfirmed', 'warning', Search),
  held: badge('held', 'warning', CirclePause),
  published: badge('published', 'good', CircleCheck),
  failed: badge('failed', 'bad', CircleAlert),
  canceled: badge('canceled', 'neutral', Ban),
}

export const APPROVAL_BADGES: Record<Approval['state'], BadgeContent> = {
  draft: { label: 'Not sent for approval', tone: 'neutral', icon: PencilLine },
  in_review: STATE_BADGES.in_review,
  changes_requested: STATE_BADGES.changes_requested,
  exempt: { label: 'Exempt from approval', tone: 'neutral', icon: CalendarCheck },
  approved: { label: 'Approved', tone: 'good', icon: CircleCheck },
}

export const isApproved = ({ approval }: Pick<Post, 'approval'>) => approval?.state === 'approved'

/** Differences in the badge of a delivery whose label is more specific than its state. */
const SPECIFIC_BADGES: Partial<Record<DeliveryState, Partial<BadgeContent>>> = {
  scheduled: { icon: CalendarCheck },
  failed: { tone: 'warning' },
}

export function badgeOf(delivery: LabelInput): BadgeContent {
  const label = stateLabel(delivery)
  const usual = STATE_BADGES[delivery.state]
  if (label === usual.label) return usual
  if (delivery.removedAt) return { label, tone: 'neutral', icon: Trash2 }
  return { ...usual, ...SPECIFIC_BADGES[delivery.state], label }
}
