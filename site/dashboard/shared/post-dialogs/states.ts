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
import {
  APPROVAL_MISSED,
  type Delivery,
  type DeliveryState,
  NEVER_CONFIRMED,
  NOT_APPROVED,
  type Post,
} from '#shared/posts/posts.ts'
import type { Tone } from '#site/ui/Badge.tsx'

export type Look = { word: string; tone: Tone; icon: LucideIcon }

type Seen = Pick<Delivery, 'network' | 'state' | 'removedAt'> &
  Partial<Pick<Delivery, 'reasonCode'>> & {
    /** True if somebody approved the post. */
    approved?: boolean
  }

/** The delivery remained unconfirmed. */
const UNSURE: Look = { word: 'Perhaps published', tone: 'look', icon: CircleAlert }

export const STATES: Record<DeliveryState, Look> = {
  draft: { word: 'Draft', tone: 'neutral', icon: PencilLine },
  in_review: { word: 'Waiting for approval', tone: 'look', icon: UserCheck },
  changes_requested: { word: 'Changes requested', tone: 'look', icon: MessageSquareText },
  scheduled: { word: 'Scheduled', tone: 'info', icon: CalendarClock },
  publishing: { word: 'Publishing', tone: 'info', icon: Send },
  unconfirmed: { word: 'Checking', tone: 'look', icon: Search },
  held: { word: 'Waiting for you', tone: 'look', icon: CirclePause },
  published: { word: 'Published', tone: 'good', icon: CircleCheck },
  failed: { word: 'Not published', tone: 'bad', icon: CircleAlert },
  canceled: { word: 'Cancelled', tone: 'neutral', icon: Ban },
}

/** Scheduled, but somebody has to approve it first. */
const APPROVED: Look = { word: 'Approved', tone: 'info', icon: CalendarCheck }

/** Appearance of reasons that are more specific than their state. */
const BY_REASON: Partial<Record<DeliveryState, Record<string, Look>>> = {
  failed: { [NEVER_CONFIRMED]: UNSURE },
  held: {
    [NOT_APPROVED]: { ...STATES.held, word: 'Held for approval' },
    [APPROVAL_MISSED]: { ...STATES.held, word: 'Not approved in time' },
  },
}

export const isApproved = ({ approval }: Pick<Post, 'approval'>) => approval?.state === 'approved'

export function lookOf({ network, state, reasonCode, removedAt, approved }: Seen): Look {
  if (removedAt) return { word: `Deleted on ${networks[network].name}`, tone: 'neutral', icon: Trash2 }
  if (state === 'scheduled' && approved) return APPROVED
  return BY_REASON[state]?.[reasonCode ?? ''] ?? STATES[state]
}
