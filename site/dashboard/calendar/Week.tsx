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

const SHOWN = 12

/** Seven days in columns; on a phone in rows. */
export function Week() {
  const days = daysOf('week', useStore($on))
  const byDay = useStore($byDay)
  const reached = useStore($day)
  return (
    <div role="grid" aria-labelledby={TITLE_ID} aria-describedby={KEYS_ID} {...useDayGrid<HTMLDivElement>()}>
      <div
        role="row"
        className="grid grid-cols-1 overflow-hidden rounded-box border border-base-300 bg-raised lg:grid-cols-7"
      >
        {days.map(day => (
          <Day
            key={dayKey(day)}
            day={day}
            items={byDay.get(dayKey(day)) ?? []}
            isReached={dayKey(day) === reached}
          />
        ))}
      </div>
    </div>
  )
}

function Day({ day, items, isReached }: { day: Date; items: Item[]; isReached: boolean }) {
  const key = dayKey(day)
  const tabIndex = isReached ? 0 : -1
  const isOver = useStore($over) === key
  const isToday = isSameDay(day, new Date())
  const more = items.length - SHOWN
  return (
    <div
      role="gridcell"
      data-day={key}
      aria-selected={isReached}
      className={`min-w-0 border-base-300 p-2 not-last:border-b lg:min-h-96 lg:not-last:border-e lg:not-last:border-b-0
        ${isOver ? 'bg-primary/25' : ''}`}
    >
      <DayButton
        day={day}
        items={items}
        isToday={isToday}
        tabIndex={tabIndex}
        className="-ms-1 mb-2 cursor-pointer rounded-selector px-1 text-xs font-semibold text-soft hover:text-base-content"
      >
        {weekdayName(day).slice(0, 3)}
        <span
          className={`grid size-6 place-items-center rounded-full tabular-nums
            ${isToday ? 'bg-primary font-bold text-primary-content' : 'text-base-content'}`}
        >
          {day.getDate()}
        </span>
      </DayButton>
      <ul className="grid grid-cols-1 gap-1.5">
        {items.slice(0, SHOWN).map(item => (
          <li key={item.id} className="grid grid-cols-1">
            <Chip item={item} look="card" tabIndex={tabIndex} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button
          type="button"
          tabIndex={tabIndex}
          className="mt-1.5 w-full cursor-pointer rounded-selector px-1.5 py-1 text-start text-xs font-semibold text-soft hover:bg-base-200"
          onClick={() => $open.set(day)}
        >
          +{more} more<span className="sr-only"> on {wholeDay(day)}</span>
        </button>
      )}
    </div>
  )
}
