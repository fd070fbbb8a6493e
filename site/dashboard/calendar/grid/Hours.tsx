import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { useLayoutEffect, useRef, memo } from 'react'

import {
  cellKey,
  dayNumber,
  weekdayName,
  hourOfCell,
  $activeKey,
  $days,
  $zone,
  todayKey,
} from '#site/dashboard/calendar/days.ts'
import { $over } from '#site/dashboard/calendar/drag.ts'
import { countProblems, type Item } from '#site/dashboard/calendar/items.ts'
import { $freeSlots } from '#site/dashboard/calendar/slots.ts'
import { $byDay, $byHour, $entries } from '#site/dashboard/calendar/store.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { $now } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { followLink } from '#site/dashboard/shared/router.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { formatHour } from '#site/lib/format.ts'
import { clockIn, type WallTime, instantIn } from '#site/lib/wall-clock.ts'
import { dayKey } from '#site/ui/date-time-picker/days.ts'
import { DayButton, DayNumber, CellPosts, FreeSlot, LoadingPost, SpecialDay } from './Cells.tsx'
import { useDayGrid } from './use-day-grid.ts'

const MORNING = 7

/** Returns the hour to which a week scrolls: seven, or that of an earlier slot or post. Ignores failed posts of the night. */
export function openingHour(
  byHour: ReadonlyMap<string, readonly Pick<Item, 'isProblem'>[]>,
  slots: ReadonlyMap<string, unknown>,
) {
  const planned = [...byHour].filter(([, items]) => !items.every(({ isProblem }) => isProblem))
  return Math.min(MORNING, ...[...planned.map(([cell]) => cell), ...slots.keys()].map(hourOfCell))
}

/** Hour of the placeholders for posts that are loading. */
const LOADING_HOUR = 9
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
/** Hours before this one have lower rows if they are empty. */
const DAWN = 6
const NONE: Item[] = []
const NO_SLOTS: Date[] = []

export function Hours() {
  const days = useStore($days)
  const byDay = useStore($byDay)
  const byHour = useStore($byHour)
  const active = useStore($activeKey)
  const zone = useStore($zone)
  const slots = useStore($freeSlots)
  const mayWrite = useStore($can)('write')
  const clock = clockIn(zone, useStore($now))
  const frame = useRef<HTMLDivElement>(null)
  const week = dayKey(days[0]!)
  const isReady = useStore($entries).state === 'ready'
  const isCompact = (hour: number) =>
    hour < DAWN &&
    !days.some(day => {
      const key = cellKey(dayKey(day), hour)
      return byHour.has(key) || slots.has(key)
    })

  // Not when a post moves within the week.
  useLayoutEffect(
    () => scrollToHour(frame.current, openingHour($byHour.get(), $freeSlots.get())),
    [week, isReady],
  )

  return (
    <div
      ref={frame}
      data-scroll
      className="relative max-h-[max(24rem,calc(100dvh-12rem))] overflow-y-auto in-data-has-tray:max-h-[max(24rem,calc(100dvh-13rem))] in-data-has-open-tray:max-h-[max(20rem,calc(100dvh-17rem))] rounded-box border border-base-300 bg-raised"
    >
      <table {...useDayGrid()} className="w-full table-fixed border-separate border-spacing-0">
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
                  aria-selected={key === active}
                  className="sticky top-0 z-20 border-s border-b border-base-300 bg-raised p-0"
                >
                  <DayButton
                    day={day}
                    items={byDay.get(key) ?? NONE}
                    isActive={key === active}
                    className="flex w-full items-center justify-center gap-1.5 py-2 text-xs font-semibold text-soft -outline-offset-2 hover:bg-base-200"
                  >
                    {weekdayName(day).slice(0, 3)}
                    <DayNumber isToday={key === todayKey()}>{dayNumber(day)}</DayNumber>
                    {countProblems(byDay.get(key) ?? NONE) > 0 && (
                      <CircleAlert className="size-3.5 text-error" />
                    )}
                  </DayButton>
                  <SpecialDay day={day} className="-mt-1.5 pb-1 font-normal" />
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
                {formatHour(hour)}
              </th>
              {days.map(day => {
                const cell = cellKey(dayKey(day), hour)
                return (
                  <Hour
                    key={dayKey(day)}
                    day={day}
                    hour={hour}
                    items={byHour.get(cell) ?? NONE}
                    slots={slots.get(cell) ?? NO_SLOTS}
                    isCompact={isCompact(hour)}
                    isLoading={!isReady && hour === LOADING_HOUR}
                    {...compareWithNow(dayKey(day), hour, clock)}
                    mayWrite={mayWrite}
                  />
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Returns whether an hour is over and, for the current one, the minutes since it began. */
function compareWithNow(day: string, hour: number, clock: WallTime) {
  const elapsed = clock.minutes - hour * 60
  if (day !== clock.day) return { isPast: day < clock.day, minutesNow: undefined }
  return { isPast: elapsed >= 60, minutesNow: elapsed >= 0 && elapsed < 60 ? elapsed : undefined }
}

function scrollToHour(frame: HTMLElement | null, hour: number): void {
  const row = frame?.querySelector<HTMLElement>(`[data-row="${hour}"]`)
  const head = frame?.querySelector<HTMLElement>('thead')
  if (row && head) frame?.scrollTo({ top: row.offsetTop - head.offsetHeight })
}

type HourProps = {
  day: Date
  hour: number
  items: Item[]
  slots: readonly Date[]
  isCompact: boolean
  isLoading: boolean
  isPast: boolean
  /** Minutes since the hour began; undefined for other hours than the current one. */
  minutesNow: number | undefined
  mayWrite: boolean
}

/** An hour of a day. Pressing its empty part starts a post at that time. */
const Hour = memo((props: HourProps) => {
  const { day, hour, items, slots, isCompact, isLoading, isPast, minutesNow, mayWrite } = props
  const isOver = useStore($over) === cellKey(dayKey(day), hour)
  const isFree = mayWrite && !isPast && minutesNow === undefined
  const start = () => {
    const at = instantIn($businessZone.get(), { day: dayKey(day), minutes: hour * 60 })
    followLink(`/dashboard/create-post?at=${at.toISOString()}`)
  }
  return (
    <td
      data-day={dayKey(day)}
      data-hour={hour}
      onClick={event => isFree && !(event.target as Element).closest('a, button') && start()}
      className={`group relative ${isCompact ? 'h-6' : 'h-12'} border-s border-b border-base-300 p-0 align-top
        ${isOver ? 'bg-primary/25 forced-colors:outline-2 forced-colors:-outline-offset-2' : isPast ? 'bg-base-200/60' : ''}
        ${isFree ? 'cursor-pointer' : ''}`}
    >
      {minutesNow !== undefined && <NowLine minutes={minutesNow} />}
      <div
        className={`relative min-w-0 overflow-hidden p-0.5 ${items.length > 0 ? '[contain-intrinsic-height:auto_5.75rem] [content-visibility:auto]' : ''}`}
      >
        {isLoading ? <LoadingPost className="h-10" /> : <CellPosts day={day} items={items} />}
        {slots.map(at => (
          <FreeSlot key={+at} at={at} className="min-h-7 px-0.5 text-xs" />
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
