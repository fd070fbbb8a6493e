import { useStore } from '@nanostores/react'
import { Star } from 'lucide-react'
import { memo } from 'react'

import { cellKey } from '#site/dashboard/calendar/days/cells.ts'
import type { Item } from '#site/dashboard/calendar/items.ts'
import { $over } from '#site/dashboard/calendar/moves/drag.ts'
import { $zone } from '#site/dashboard/calendar/url.ts'
import { openPage } from '#site/dashboard/shared/router.ts'
import { formatHour } from '#site/lib/format.ts'
import { instantIn } from '#site/lib/wall-clock.ts'
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
  isPast: boolean
  /** Minutes since the hour began; undefined unless it is the current one. */
  minutesNow: number | undefined
  mayWrite: boolean
}

/** An hour of a day. Pressing its empty part starts a post at that time, which keyboard users do in the day's dialog. */
export const Hour = memo((props: HourProps) => {
  const { day, hour, items, slots, isBest, isCompact, isPast, minutesNow, mayWrite } = props
  const isOver = useStore($over) === cellKey(dayKey(day), hour)
  const isFree = mayWrite && !isPast && minutesNow === undefined
  const start = () => {
    const at = instantIn($zone.get(), { day: dayKey(day), minutes: hour * 60 })
    openPage(`/dashboard/create-post?at=${at.toISOString()}`)
  }
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
      {minutesNow !== undefined && <NowLine minutes={minutesNow} />}
      <div
        className={`relative min-w-0 overflow-hidden p-0.5 ${items.length > 0 ? '[contain-intrinsic-height:auto_5.75rem] [content-visibility:auto]' : ''}`}
      >
        <CellPosts day={day} items={items} />
        {slots.map(at => (
          <FreeSlot key={+at} at={at} className="min-h-7" />
        ))}
        {isFree && items.length + slots.length === 0 && (
          <span
            aria-hidden="true"
            className="hidden px-1 text-xs font-semibold text-soft group-hover:block pointer-coarse:hidden"
          >
            + {formatHour(hour)}
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
