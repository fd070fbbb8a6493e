import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'

import { formatLongDay, timeZone } from '#site/lib/format.ts'
import { clockIn } from '#site/lib/wall-clock.ts'
import { addDays, dateIn, dayKey } from '#site/ui/date-time-picker/days.ts'
import { MoreButton } from '#site/ui/MoreButton.tsx'
import { $now } from './post-dialogs/messages.ts'

const NEAR_DAYS = ['Yesterday', 'Today', 'Tomorrow'] as const

/** Returns 'Today', 'Yesterday', 'Tomorrow', 'Friday 27 November' or, in another year, 'Friday 1 January 2027'. */
export function nameOfDay(instant: Date, now: Date, zone: string): string {
  const { day } = clockIn(zone, instant)
  const near = NEAR_DAYS.find((_, at) => dayKey(addDays(dateIn(zone, now), at - 1)) === day)
  return near ?? formatLongDay(instant, now, zone)
}

type DayListProps<I> = {
  items: readonly I[]
  instantOf: (item: I) => string
  /** IANA name. Defaults to the device's zone. */
  zone?: string
  renderRow: (item: I, now: Date) => ReactNode
  /** Absent on the last page. */
  onMore?: (() => Promise<void>) | undefined
}

export function DayList<I extends { _id: string }>({
  items,
  instantOf,
  zone = timeZone(),
  renderRow,
  onMore,
}: DayListProps<I>) {
  const now = useStore($now)
  return (
    <div className="grid grid-cols-1 gap-4">
      {[...Map.groupBy(items, item => nameOfDay(new Date(instantOf(item)), now, zone))].map(
        ([day, ofDay]) => (
          <section key={day} aria-label={day} className="grid grid-cols-1 gap-2">
            <h2 className="font-sans text-sm font-semibold tracking-normal text-soft">{day}</h2>
            <ul className="divide-y divide-base-300 rounded-box border border-base-300 bg-raised">
              {ofDay.map(item => (
                <li key={item._id}>{renderRow(item, now)}</li>
              ))}
            </ul>
          </section>
        ),
      )}
      {onMore && <MoreButton onMore={onMore} />}
    </div>
  )
}
