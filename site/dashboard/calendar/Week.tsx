import { useStore } from '@nanostores/react'

import { isSameDay } from '#site/ui/date-time-picker/days.ts'
import { $on } from './address.ts'
import { Chip } from './Chip.tsx'
import { $open } from './DayDialog.tsx'
import { dayKey, daysOf } from './days.ts'
import { $over } from './drag.ts'
import type { Item } from './items.ts'
import { $byDay } from './store.ts'
import { weekdayName, wholeDay } from './words.ts'

const SHOWN = 12

/** Seven days beside each other; on a phone beneath each other. */
export function Week() {
  const days = daysOf('week', useStore($on))
  const byDay = useStore($byDay)
  return (
    <ol className="grid grid-cols-1 overflow-hidden rounded-box border border-base-300 bg-raised lg:grid-cols-7">
      {days.map(day => (
        <Day key={dayKey(day)} day={day} items={byDay.get(dayKey(day)) ?? []} />
      ))}
    </ol>
  )
}

function Day({ day, items }: { day: Date; items: Item[] }) {
  const key = dayKey(day)
  const isOver = useStore($over) === key
  const isToday = isSameDay(day, new Date())
  const more = items.length - SHOWN
  return (
    <li
      data-day={key}
      aria-label={wholeDay(day)}
      className={`min-w-0 border-base-300 p-2 not-last:border-b lg:min-h-96 lg:not-last:border-e lg:not-last:border-b-0
        ${isOver ? 'bg-primary/25' : ''}`}
    >
      <time
        dateTime={key}
        aria-current={isToday ? 'date' : undefined}
        className="mb-2 flex items-center gap-2 text-xs font-semibold text-soft"
      >
        {weekdayName(day).slice(0, 3)}
        <span
          className={`grid size-6 place-items-center rounded-full tabular-nums
            ${isToday ? 'bg-primary font-bold text-primary-content' : 'text-base-content'}`}
        >
          {day.getDate()}
        </span>
      </time>
      <ul className="grid grid-cols-1 gap-1.5">
        {items.slice(0, SHOWN).map(item => (
          <li key={item.id} className="grid grid-cols-1">
            <Chip item={item} look="card" />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button
          type="button"
          className="mt-1.5 w-full cursor-pointer rounded-selector px-1.5 py-1 text-start text-xs font-semibold text-soft hover:bg-base-200"
          onClick={() => $open.set(day)}
        >
          +{more} more<span className="sr-only"> on {wholeDay(day)}</span>
        </button>
      )}
    </li>
  )
}
