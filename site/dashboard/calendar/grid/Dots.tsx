import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'

import { $freeByDay } from '#site/dashboard/calendar/advice/slots.ts'
import { COLOUR } from '#site/dashboard/calendar/chip/tones.ts'
import { type Item, urgentFirst } from '#site/dashboard/calendar/items.ts'
import { dayKey } from '#site/ui/date-time-picker/days.ts'

const MAX_DOTS = 3

/**
 * An icon for each state among a day's posts, the most urgent first, and the number of posts: shapes say as much as colours. A
 * day with only free slots has a plus.
 */
export const Dots = ({ day, items }: { day: Date; items: readonly Item[] }) => {
  const badges = new Set(urgentFirst(items).map(({ badge }) => badge))
  return (
    <span className="flex h-3.5 items-center gap-px">
      {items.length === 0 && <FreeDot day={day} />}
      {[...badges].slice(0, MAX_DOTS).map(({ label, tone, icon: Icon }) => (
        <Icon key={label} className={`size-3 stroke-[2.5] ${COLOUR[tone]}`} />
      ))}
      {items.length > badges.size && (
        <span translate="no" className="ps-0.5 text-[0.6875rem] leading-none text-soft tabular-nums">
          {items.length}
        </span>
      )}
    </span>
  )
}

const FreeDot = ({ day }: { day: Date }) =>
  useStore($freeByDay).has(dayKey(day)) ? <Plus className="size-3 text-soft" /> : null
