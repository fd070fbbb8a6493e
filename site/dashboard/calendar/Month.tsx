import { useStore } from '@nanostores/react'

import { isSameDay } from '#site/ui/date-time-picker/days.ts'
import { Chip, KEYS_ID } from './Chip.tsx'
import { DayButton } from './DayButton.tsx'
import { $open } from './DayDialog.tsx'
import { dayKey, daysOf } from './days.ts'
import { $over } from './drag.ts'
import type { Item } from './items.ts'
import { weekdayName, wholeDay } from './labels.ts'
import { $byDay } from './store.ts'
import { TITLE_ID } from './Toolbar.tsx'
import { $day, $on } from './url.ts'
import { useDayGrid } from './use-day-grid.ts'

const MAX_SHOWN = 3

export function Month() {
  const on = useStore($on)
  const reached = useStore($day)
  const days = daysOf('month', on)
  const byDay = useStore($byDay)
  const today = new Date()
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  return (
    <table
      role="grid"
      aria-labelledby={TITLE_ID}
      aria-describedby={KEYS_ID}
      {...useDayGrid<HTMLTableElement>()}
      className="w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-box border border-base-300 bg-raised"
    >
      <thead>
        <tr>
          {days.slice(0, 7).map(day => (
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
          <tr key={dayKey(week[0]!)}>
            {week.map(day => (
              <Day
                key={dayKey(day)}
                day={day}
                items={byDay.get(dayKey(day)) ?? NONE}
                isReached={dayKey(day) === reached}
                isToday={isSameDay(day, today)}
                isOutside={day.getMonth() !== on.getMonth()}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const NONE: Item[] = []

type DayProps = { day: Date; items: Item[]; isReached: boolean; isToday: boolean; isOutside: boolean }

function Day({ day, items, isReached, isToday, isOutside }: DayProps) {
  const key = dayKey(day)
  const tabIndex = isReached ? 0 : -1
  const isOver = useStore($over) === key
  const shown = items.length > MAX_SHOWN ? items.slice(0, MAX_SHOWN - 1) : items
  const more = items.length - shown.length
  return (
    <td
      data-day={key}
      aria-selected={isReached}
      className={`h-20 border-b border-base-300 p-1 align-top not-last:border-e lg:h-32 lg:p-1.5
        ${isOver ? 'bg-primary/25' : isOutside ? 'bg-base-200/60' : ''}`}
    >
      <DayButton
        day={day}
        items={items}
        isToday={isToday}
        tabIndex={tabIndex}
        className={`mb-1 grid size-6 cursor-pointer place-items-center rounded-full text-xs tabular-nums
          ${isToday ? 'bg-primary font-bold text-primary-content' : isOutside ? 'text-soft hover:bg-base-300' : 'font-semibold hover:bg-base-200'}`}
      >
        {day.getDate()}
      </DayButton>
      {items.length > 0 && (
        <>
          <ul className="hidden gap-1 lg:grid lg:grid-cols-1">
            {shown.map(item => (
              <li key={item.id} className="grid grid-cols-1">
                <Chip item={item} look="line" tabIndex={tabIndex} />
              </li>
            ))}
          </ul>
          {more > 0 && (
            <button
              type="button"
              tabIndex={tabIndex}
              className="mt-1 w-full cursor-pointer rounded-selector px-1.5 py-0.5 text-start text-xs font-semibold text-soft hover:bg-base-200 max-lg:hidden"
              onClick={() => $open.set(day)}
            >
              +{more} more<span className="sr-only"> on {wholeDay(day)}</span>
            </button>
          )}
          <button
            type="button"
            tabIndex={tabIndex}
            className="grid h-8 w-full cursor-pointer place-items-center rounded-selector border border-base-300 text-xs font-semibold tabular-nums lg:hidden"
            onClick={() => $open.set(day)}
          >
            {items.length}
            <span className="sr-only">
              {items.length === 1 ? ' post' : ' posts'} on {wholeDay(day)}
            </span>
          </button>
        </>
      )}
    </td>
  )
}
