import { useStore } from '@nanostores/react'
import { useLayoutEffect, useRef } from 'react'

import { $bestHours, hourKey } from '#site/dashboard/calendar/advice/best-times.ts'
import { $freeSlots } from '#site/dashboard/calendar/advice/slots.ts'
import { KEYS_ID } from '#site/dashboard/calendar/chip/Chip.tsx'
import { dayNumber, hourName, weekdayName } from '#site/dashboard/calendar/days/labels.ts'
import type { Item } from '#site/dashboard/calendar/items.ts'
import { $byDay, $byHour } from '#site/dashboard/calendar/store.ts'
import { TITLE_ID } from '#site/dashboard/calendar/Toolbar.tsx'
import { $day, $days, $zone, todayKey } from '#site/dashboard/calendar/url.ts'
import { clockIn } from '#site/lib/wall-clock.ts'
import { dayKey } from '#site/ui/date-time-picker/days.ts'
import { DayButton, DayNumber } from './DayButton.tsx'
import { Hour } from './Hour.tsx'
import { useDayGrid } from './use-day-grid.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
/** First visible hour, unless posts are due earlier. */
const MORNING = 7
const NONE: Item[] = []
const NO_SLOTS: Date[] = []

/** A week as columns of days and rows of hours. */
export function Hours() {
  const days = useStore($days)
  const byDay = useStore($byDay)
  const byHour = useStore($byHour)
  const reached = useStore($day)
  const zone = useStore($zone)
  const best = useStore($bestHours)
  const slots = useStore($freeSlots)
  const frame = useRef<HTMLDivElement>(null)
  const earliest = days
    .flatMap(day => byDay.get(dayKey(day)) ?? [])
    .map(({ at }) => clockIn(zone, at).minutes)
  const first = Math.floor(Math.min(MORNING * 60, ...earliest) / 60)
  const week = dayKey(days[0]!)

  useLayoutEffect(() => {
    const row = frame.current?.querySelector<HTMLElement>(`[data-row="${first}"]`)
    const head = frame.current?.querySelector<HTMLElement>('thead')
    if (row && head) frame.current?.scrollTo({ top: row.offsetTop - head.offsetHeight })
  }, [week, first])

  return (
    <div
      ref={frame}
      data-scroll
      className="relative max-h-[max(24rem,calc(100dvh-13rem))] overflow-y-auto in-[main:has([data-tray])]:max-h-[max(20rem,calc(100dvh-19.5rem))] rounded-box border border-base-300 bg-raised"
    >
      <table
        role="grid"
        aria-labelledby={TITLE_ID}
        aria-describedby={KEYS_ID}
        {...useDayGrid<HTMLTableElement>()}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <thead>
          <tr>
            <th scope="col" className="sticky top-0 z-20 w-14 border-b border-base-300 bg-raised">
              <span className="sr-only">Hour</span>
            </th>
            {days.map(day => {
              const key = dayKey(day)
              return (
                <th
                  key={key}
                  scope="col"
                  data-day={key}
                  aria-selected={key === reached}
                  className="sticky top-0 z-20 border-s border-b border-base-300 bg-raised p-0"
                >
                  <DayButton
                    day={day}
                    items={byDay.get(key) ?? NONE}
                    isReached={key === reached}
                    className="flex w-full items-center justify-center gap-1.5 py-2 text-xs font-semibold text-soft -outline-offset-2 hover:bg-base-200"
                  >
                    {weekdayName(day).slice(0, 3)}
                    <DayNumber isToday={key === todayKey()}>{dayNumber(day)}</DayNumber>
                  </DayButton>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {HOURS.map(hour => (
            <tr key={hour} data-row={hour}>
              <th
                scope="row"
                className="border-b border-base-300 px-1.5 pt-0.5 text-end align-top text-xs font-normal whitespace-nowrap text-soft tabular-nums"
              >
                {hourName(hour)}
              </th>
              {days.map(day => (
                <Hour
                  key={dayKey(day)}
                  day={day}
                  hour={hour}
                  items={byHour.get(`${dayKey(day)} ${hour}`) ?? NONE}
                  slots={slots.get(`${dayKey(day)} ${hour}`) ?? NO_SLOTS}
                  isBest={best.has(hourKey(day.getDay(), hour))}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
