import { useStore } from '@nanostores/react'

import { isSameDay } from '#site/ui/date-time-picker/days.ts'
import { $on, $window } from './address.ts'
import { Chip } from './Chip.tsx'
import { $open } from './DayDialog.tsx'
import { dayKey, daysOf } from './days.ts'
import { $over } from './drag.ts'
import type { Item } from './items.ts'
import { $byDay } from './store.ts'
import { weekdayName, wholeDay } from './words.ts'

const MOST_SHOWN = 3

export function Month() {
  const on = useStore($on)
  useStore($window)
  const days = daysOf('month', on)
  const byDay = useStore($byDay)
  const today = new Date()
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-box border border-base-300 bg-raised">
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

type DayProps = { day: Date; items: Item[]; isToday: boolean; isOutside: boolean }

function Day({ day, items, isToday, isOutside }: DayProps) {
  const key = dayKey(day)
  const isOver = useStore($over) === key
  const shown = items.length > MOST_SHOWN ? items.slice(0, MOST_SHOWN - 1) : items
  const more = items.length - shown.length
  return (
    <td
      data-day={key}
      className={`h-20 border-b border-base-300 p-1 align-top not-last:border-e lg:h-32 lg:p-1.5
        ${isOver ? 'bg-primary/25' : isOutside ? 'bg-base-200/60' : ''}`}
    >
      <time
        dateTime={key}
        aria-current={isToday ? 'date' : undefined}
        className={`mb-1 grid size-6 place-items-center rounded-full text-xs tabular-nums
          ${isToday ? 'bg-primary font-bold text-primary-content' : isOutside ? 'text-soft' : 'font-semibold'}`}
      >
        <span aria-hidden="true">{day.getDate()}</span>
        <span className="sr-only">{wholeDay(day)}</span>
      </time>
      {items.length > 0 && (
        <>
          <ul className="hidden gap-1 lg:grid lg:grid-cols-1">
            {shown.map(item => (
              <li key={item.id} className="grid grid-cols-1">
                <Chip item={item} look="line" />
              </li>
            ))}
          </ul>
          {more > 0 && (
            <button
              type="button"
              className="mt-1 w-full cursor-pointer rounded-selector px-1.5 py-0.5 text-start text-xs font-semibold text-soft hover:bg-base-200 max-lg:hidden"
              onClick={() => $open.set(day)}
            >
              +{more} more<span className="sr-only"> on {wholeDay(day)}</span>
            </button>
          )}
          <button
            type="button"
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
