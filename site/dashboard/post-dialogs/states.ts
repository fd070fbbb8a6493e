import {
  Ban,
  CalendarClock,
  CircleAlert,
  CircleCheck,
  CirclePause,
  type LucideIcon,
  PencilLine,
  Search,
  Send,
  Trash2,
} from 'lucide-react'

import type { DeliveryState } from '#shared/posts.ts'
import type { Tone } from '#site/ui/Badge.tsx'

type Look = { word: string; tone: Tone; icon: LucideIcon }

/** Published, and taken away since. */
export const REMOVED: Look = { word: 'Deleted there', tone: 'neutral', icon: Trash2 }

export const STATES: Record<DeliveryState, Look> = {
  draft: { word: 'Draft', tone: 'neutral', icon: PencilLine },
  scheduled: { word: 'Scheduled', tone: 'info', icon: CalendarClock },
  publishing: { word: 'Publishing', tone: 'info', icon: Send },
  unconfirmed: { word: 'Checking', tone: 'look', icon: Search },
  held: { word: 'Waiting for you', tone: 'look', icon: CirclePause },
  published: { word: 'Published', tone: 'good', icon: CircleCheck },
  failed: { word: 'Not published', tone: 'bad', icon: CircleAlert },
  canceled: { word: 'Cancelled', tone: 'neutral', icon: Ban },
}
