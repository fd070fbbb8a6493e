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

import { networks } from '#shared/networks.ts'
import { isChangeable } from '#shared/posts/changes.ts'
import type { DeliveryState, Post, Delivery } from '#shared/posts/posts.ts'
import { STATE_LABELS, type LabelInput, stateLabel } from '#shared/posts/state-labels.ts'
import type { Tone } from '#site/ui/Badge.tsx'

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

/** Reason codes that need an action for each network. */
const FOR_EACH: readonly string[] = ['needs_reconnect', 'disconnected']
const list = new Intl.ListFormat('en-AU', { type: 'disjunction' })

const NAME = '\0'
const wording = ({ network, reason }: Delivery) => reason.replaceAll(networks[network].name, NAME)

/** Returns a post's deliveries with their reason if one reason holds all that can still go out. */
export function heldTogether(post: Post): { held: Delivery[]; reason: string } | undefined {
  const held = post.deliveries.filter(isChangeable)
  const [first, ...others] = held
  if (!first || others.length === 0 || FOR_EACH.includes(first.reasonCode)) return undefined
  const isAlike = (delivery: Delivery) =>
    delivery.state === 'held' &&
    delivery.writtenFor === undefined &&
    delivery.reasonCode === first.reasonCode &&
    delivery.publishAt === first.publishAt &&
    wording(delivery) === wording(first)
  if (!held.every(isAlike)) return undefined
  const names = list.format(held.map(({ network }) => networks[network].name))
  return { held, reason: wording(first).replaceAll(NAME, names) }
}
