import { useStore } from '@nanostores/react'
import { Star } from 'lucide-react'
import { memo } from 'react'

import { hourName } from '#site/dashboard/calendar/days/labels.ts'
import type { Item } from '#site/dashboard/calendar/items.ts'
import { $over, cellKey } from '#site/dashboard/calendar/moves/drag.ts'
import { $zone } from '#site/dashboard/calendar/url.ts'
import { $can } from '#site/dashboard/shared/permissions/permissions.ts'
import { $now } from '#site/dashboard/shared/post-dialogs/now.ts'
import { openPage } from '#site/dashboard/shared/router.ts'
import { clockIn, instantIn } from '#site/lib/wall-clock.ts'
import { dayKey } from '#site/ui/date-time-picker/days.ts'
import { CellPosts } from './CellPosts.tsx'
import { FreeSlot } from './FreeSlot.tsx'

type HourProps = {
  day: Date
  hour: number
  items: Item[]
  slots: readonly Date[]
  isBest: boolean
  isCompact: boolean
}

/** An hour of a day. Pressing its empty part starts a post there; by keyboard, the day's dialog does. */
export const Hour = memo(({ day, hour, items, slots, isBest, isCompact }: HourProps) => {
  const zone = useStore($zone)
  const isOver = useStore($over) === cellKey(dayKey(day), hour)
  const now = useStore($now)
  const clock = clockIn(zone, now)
  const hoursFromNow = dayKey(day) === clock.day ? hour - Math.floor(clock.minutes / 60) : undefined
  const isPast = hoursFromNow === undefined ? dayKey(day) < clock.day : hoursFromNow < 0
  const mayWrite = useStore($can)('write')
  const isFree = mayWrite && !isPast && hoursFromNow !== 0
  const start = () =>
    openPage(
      `/dashboard/create-post?at=${instantIn(zone, { day: dayKey(day), minutes: hour * 60 }).toISOString()}`,
    )
  return (
    <td
      data-day={dayKey(day)}
      data-hour={hour}
      onClick={event => isFree && !(event.target as Element).closest('a, button') && start()}
      className={`group relative ${isCompact ? 'h-6' : 'h-12'} border-s border-b border-base-300 p-0 align-top
        ${isOver ? 'bg-primary/25 forced-colors:outline-2 forced-colors:-outline-offset-2' : isPast ? 'bg-base-200/60' : isBest ? 'bg-primary/15' : ''}
        ${isFree ? 'cursor-pointer' : ''}`}
    >
      {isBest && !isPast && (
        <span className="absolute end-0.5 top-0.5 text-soft">
          <Star aria-hidden="true" className="size-3" />
          <span className="sr-only">Best time</span>
        </span>
      )}
      {hoursFromNow === 0 && <NowLine minutes={clock.minutes % 60} />}
      <div className="relative min-w-0 overflow-hidden p-0.5">
        <CellPosts day={day} items={items} />
        {!isPast && slots.filter(at => at > now).map(at => <FreeSlot key={+at} at={at} />)}
        {isFree && items.length + slots.length === 0 && (
          <span
            aria-hidden="true"
            className="hidden px-1 text-xs font-semibold text-soft group-hover:block pointer-coarse:hidden"
          >
            + {hourName(hour)}
          </span>
        )}
      </div>
    </td>
  )
})

const NowLine = ({ minutes }: { minutes: number }) => (
  <span
    // An inline style, because the position follows the clock.
    style={{ top: `${(minutes / 60) * 100}%` }}
    className="pointer-events-none absolute inset-x-0 border-t-2 border-error"
  >
    <span className="absolute start-0 -top-1.25 size-2 rounded-full bg-error" />
    <span className="sr-only">Now</span>
  </span>
)
