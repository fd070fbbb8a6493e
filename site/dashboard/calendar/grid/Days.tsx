import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'

import {
  firstTimeOn,
  dayNumber,
  weekdayName,
  $activeKey,
  $isWide,
  $urlDay,
  $zone,
  today,
} from '#site/dashboard/calendar/days.ts'
import { $over } from '#site/dashboard/calendar/drag.ts'
import { type Item, urgentFirst } from '#site/dashboard/calendar/items.ts'
import { $freeByDay, suggestedTime } from '#site/dashboard/calendar/slots.ts'
import { $byDay, $entries } from '#site/dashboard/calendar/store.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { TONE_TEXTS } from '#site/dashboard/shared/post-dialogs/states.ts'
import { followLink } from '#site/dashboard/shared/router.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { dayKey, isSameMonth } from '#site/ui/date-time-picker/days.ts'
import { CellPosts, DayButton, DayNumber, FreeSlot, LoadingPost, SpecialDay } from './Cells.tsx'
import { useDayGrid } from './use-day-grid.ts'

/** Weeks as rows of days with their posts or, on a phone, a dot for each state. */
export function Days({ weeks }: { weeks: readonly Date[][] }) {
  return (
    <table
      {...useDayGrid()}
      className="w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-box border border-base-300 bg-raised
        max-sm:-mx-4 max-sm:w-[calc(100%+2rem)] max-sm:rounded-none max-sm:border-x-0"
    >
      <thead>
        <tr>
          {weeks[0]?.map(day => (
            <th
              key={day.getDay()}
              scope="col"
              className="border-b border-base-300 py-2 text-xs font-semibold text-soft"
            >
              <span aria-hidden="true">{weekdayName(day).slice(0, 3)}</span>
              <span className="sr-only">{weekdayName(day)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(week => (
          <Week key={dayKey(week[0]!)} week={week} />
        ))}
      </tbody>
    </table>
  )
}

const NONE: Item[] = []

function Week({ week }: { week: Date[] }) {
  const byDay = useStore($byDay)
  const active = useStore($activeKey)
  const on = useStore($urlDay)
  const isLoading = useStore($entries).state === 'loading'
  const isRolling = isSameMonth(on, today())
  return (
    <tr>
      {week.map(day => (
        <Day
          key={dayKey(day)}
          day={day}
          items={byDay.get(dayKey(day)) ?? NONE}
          isActive={dayKey(day) === active}
          isQuiet={!isRolling && !isSameMonth(day, on)}
          isLoading={isLoading}
        />
      ))}
    </tr>
  )
}

type DayProps = {
  day: Date
  items: Item[]
  isActive: boolean
  isQuiet: boolean
  isLoading: boolean
}

/** A day. Pressing its empty part starts a post in its next free slot, as the day's dialog does by keyboard. */
function Day({ day, items, isActive, isQuiet, isLoading }: DayProps) {
  const key = dayKey(day)
  const isWide = useStore($isWide)
  const isOver = useStore($over) === key
  const isToday = key === dayKey(today())
  const mayWrite = useStore($can)('write')
  const zone = useStore($zone)
  const isFree = isWide && mayWrite && firstTimeOn(zone, day, new Date()) !== undefined
  const start = () => {
    const at = suggestedTime($freeByDay.get(), $businessZone.get(), day)
    if (at) followLink(`/dashboard/create-post?at=${at.toISOString()}`)
  }
  return (
    <td
      data-day={key}
      aria-selected={isActive}
      onClick={event => isFree && !(event.target as Element).closest('a, button') && start()}
      className={`group/day relative border-e border-b border-base-300 p-0 align-top last:border-e-transparent ${isFree ? 'cursor-pointer' : ''}
        ${isOver ? 'bg-primary/25 forced-colors:outline-2 forced-colors:-outline-offset-2' : isQuiet ? 'bg-base-200/60' : ''}`}
    >
      <div className={`min-w-0 overflow-hidden ${isWide ? '@container min-h-28 p-1' : ''}`}>
        <DayButton
          day={day}
          items={items}
          isActive={isActive}
          className={
            isWide
              ? 'mb-1 rounded-full -outline-offset-2 hover:bg-base-200'
              : `grid h-12 w-full content-start justify-items-center gap-0.5 py-1 -outline-offset-2 hover:bg-base-200 sm:h-14
                ${isActive ? 'bg-base-200 shadow-[inset_0_-3px_0_currentColor]' : ''}`
          }
        >
          <DayNumber isToday={isToday}>{isWide ? dayNumber(day) : day.getDate()}</DayNumber>
          {!isWide && (isLoading ? <LoadingPost className="h-2 w-5" /> : <Dots day={day} items={items} />)}
        </DayButton>
        {isWide && <SpecialDay day={day} className="mb-1" />}
        {isWide && (isLoading ? <LoadingPost className="h-16" /> : <CellPosts day={day} items={items} />)}
        {isFree && <DaySlots day={day} />}
      </div>
    </td>
  )
}

/** In the corner or, in a narrow cell, below the posts. */
const PLACE = '@min-[7.5rem]:absolute @min-[7.5rem]:end-1 @min-[7.5rem]:top-1 @min-[7.5rem]:mt-0'

function DaySlots({ day }: { day: Date }) {
  const next = useStore($freeByDay).get(dayKey(day))?.[0]
  if (!next)
    return (
      <span
        aria-hidden="true"
        className="absolute end-2 top-2 hidden text-xs font-semibold text-soft pointer-coarse:hidden @min-[7.5rem]:group-hover/day:block"
      >
        + Create
      </span>
    )
  const room =
    day.getDate() === 1
      ? '@min-[7.5rem]:max-w-[calc(100%-3.25rem)]'
      : '@min-[7.5rem]:max-w-[calc(100%-1.75rem)]'
  return <FreeSlot isQuiet at={next} className={`mt-1 min-h-6 w-fit px-0.5 text-xs ${PLACE} ${room}`} />
}

const MAX_DOTS = 3

/** An icon for each state among a day's posts, most urgent first, and their number, or a plus for a day with only free slots. */
const Dots = ({ day, items }: { day: Date; items: readonly Item[] }) => {
  const badges = new Set(urgentFirst(items).map(({ badge }) => badge))
  return (
    <span className="flex h-3.5 items-center gap-px">
      {items.length === 0 && <FreeDot day={day} />}
      {[...badges].slice(0, MAX_DOTS).map(({ label, tone, icon: Icon }) => (
        <Icon key={label} className={`size-3 stroke-[2.5] ${TONE_TEXTS[tone]}`} />
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
