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

import type { DeliveryState, Post } from '#shared/posts/posts.ts'
import { STATE_WORDS, type Stated, stateWord } from '#shared/posts/state-words.ts'
import type { Tone } from '#site/ui/Badge.tsx'

export type Look = { word: string; tone: Tone; icon: LucideIcon }

const lookAs = (state: DeliveryState, tone: Tone, icon: LucideIcon): Look => ({
  word: STATE_WORDS[state],
  tone,
  icon,
})

export const STATES: Record<DeliveryState, Look> = {
  draft: lookAs('draft', 'neutral', PencilLine),
  in_review: lookAs('in_review', 'look', UserCheck),
  changes_requested: lookAs('changes_requested', 'look', MessageSquareText),
  scheduled: lookAs('scheduled', 'info', CalendarClock),
  publishing: lookAs('publishing', 'info', Send),
  unconfirmed: lookAs('unconfirmed', 'look', Search),
  held: lookAs('held', 'look', CirclePause),
  published: lookAs('published', 'good', CircleCheck),
  failed: lookAs('failed', 'bad', CircleAlert),
  canceled: lookAs('canceled', 'neutral', Ban),
}

export const isApproved = ({ approval }: Pick<Post, 'approval'>) => approval?.state === 'approved'

/** Appearance of deliveries whose label is more specific than their state. */
const MARKS: Partial<Record<DeliveryState, Partial<Look>>> = {
  scheduled: { icon: CalendarCheck },
  failed: { tone: 'look' },
}

export function lookOf(stated: Stated): Look {
  const word = stateWord(stated)
  const usual = STATES[stated.state]
  if (word === usual.word) return usual
  if (stated.removedAt) return { word, tone: 'neutral', icon: Trash2 }
  return { ...usual, ...MARKS[stated.state], word }
}
