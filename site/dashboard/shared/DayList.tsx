import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'

import { DAY_MS } from '#shared/durations.ts'
import { formatDate, formatWeekday, timeZone } from '#site/lib/format.ts'
import { clockIn } from '#site/lib/wall-clock.ts'
import { MoreButton } from '#site/ui/MoreButton.tsx'
import { $now } from './post-dialogs/messages.ts'

/** Returns 'Today', 'Yesterday', 'Friday 20 November' or, for another year, '20 Nov 2025'. */
function dayOf(instant: string, now: Date, zone: string): string {
  const day = formatDate(instant, zone)
  if (day === formatDate(now.toISOString(), zone)) return 'Today'
  if (day === formatDate(new Date(+now - DAY_MS).toISOString(), zone)) return 'Yesterday'
  return clockIn(zone, new Date(instant)).day.slice(0, 4) === clockIn(zone, now).day.slice(0, 4)
    ? formatWeekday(instant, zone)
    : day
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
      {[...Map.groupBy(items, item => dayOf(instantOf(item), now, zone))].map(([day, ofDay]) => (
        <section key={day} aria-label={day} className="grid grid-cols-1 gap-2">
          <h2 className="font-sans text-sm font-semibold tracking-normal text-soft">{day}</h2>
          <ul className="divide-y divide-base-300 rounded-box border border-base-300 bg-raised">
            {ofDay.map(item => (
              <li key={item._id}>{renderRow(item, now)}</li>
            ))}
          </ul>
        </section>
      ))}
      {onMore && <MoreButton onMore={onMore} />}
    </div>
  )
}
