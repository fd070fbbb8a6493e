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
} from 'lucide-react'

import type { DeliveryState } from '#shared/posts.ts'
import type { Tone } from '#site/ui/Badge.tsx'

export const STATES: Record<DeliveryState, { word: string; tone: Tone; icon: LucideIcon }> = {
  draft: { word: 'Draft', tone: 'neutral', icon: PencilLine },
  scheduled: { word: 'Scheduled', tone: 'info', icon: CalendarClock },
  publishing: { word: 'Publishing', tone: 'info', icon: Send },
  unconfirmed: { word: 'Checking', tone: 'look', icon: Search },
  held: { word: 'Waiting for you', tone: 'look', icon: CirclePause },
  published: { word: 'Published', tone: 'good', icon: CircleCheck },
  failed: { word: 'Not published', tone: 'bad', icon: CircleAlert },
  canceled: { word: 'Cancelled', tone: 'neutral', icon: Ban },
}
