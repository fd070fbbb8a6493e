import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

import { WEEKDAYS } from '#site/lib/weekdays.ts'
import { Button } from '../Button.tsx'
import { addMonths, dayByKey, isSameDay, startOfDay, weeksOf } from './days.ts'

const monthName = new Intl.DateTimeFormat('en-AU', { month: 'long', year: 'numeric' })
const dayName = new Intl.DateTimeFormat('en-AU', { dateStyle: 'full' })

export type MonthGridProps = { selected: Date | null; min: Date; onSelect: (day: Date) => void }

/** A month to choose a day from: arrows, Home, End and Page keys move; days before `min` are disabled. */
export function MonthGrid({ selected, min, onSelect }: MonthGridProps) {
  const [day, setDay] = useState(startOfDay(selected ?? min))
  const grid = useRef<HTMLTableElement>(null)
  const byKey = useRef(false)
  const titleId = useId()
  const firstDay = startOfDay(min)

  useEffect(() => {
    if (byKey.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    byKey.current = false
  }, [day])

  const goTo = (next: Date) => setDay(next < firstDay ? firstDay : next)

  /** True if the week has a day that can be chosen. Other weeks are hidden. */
  const isChoosable = (week: Date[]) => week.some(date => date >= firstDay)

  function onKeyDown(event: KeyboardEvent) {
    const next = dayByKey(day, event.key, event.shiftKey)
    if (!next) return
    event.preventDefault()
    byKey.current = true
    goTo(next)
  }

  const turn = (label: string, months: number, Icon: typeof ChevronLeft) => (
    <Button
      small
      variant="quiet"
      className="btn-square"
      aria-label={label}
      disabled={months < 0 && isSameMonth(day, firstDay)}
      onClick={() => goTo(addMonths(day, months))}
      icon={<Icon />}
    />
  )

  return (
    <div className="sm:w-70">
      <div className="flex items-center justify-between pb-2">
        {turn('Previous month', -1, ChevronLeft)}
        <p id={titleId} aria-live="polite" className="font-semibold">
          {monthName.format(day)}
        </p>
        {turn('Next month', 1, ChevronRight)}
      </div>
      <table ref={grid} role="grid" aria-labelledby={titleId} onKeyDown={onKeyDown} className="w-full">
        <thead>
          <tr>
            {WEEKDAYS.map(name => (
              <th key={name} scope="col" abbr={name} className="h-10 w-1/7 text-xs font-medium text-soft">
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(day)
            .filter(isChoosable)
            .map(week => (
              <tr key={week[0]?.getTime()}>
                {week.map(date => (
                  <td
                    key={date.getTime()}
                    aria-selected={selected ? isSameDay(date, selected) : false}
                    className="p-0"
                  >
                    <button
                      type="button"
                      aria-label={dayName.format(date)}
                      aria-current={isSameDay(date, min) ? 'date' : undefined}
                      tabIndex={isSameDay(date, day) ? 0 : -1}
                      disabled={date < firstDay}
                      onClick={() => {
                        setDay(date)
                        onSelect(date)
                      }}
                      className={`h-10 w-full cursor-pointer rounded-field text-sm tabular-nums hover:bg-base-200 disabled:cursor-default
                      disabled:text-soft/50 disabled:hover:bg-transparent aria-[current]:font-bold
                      ${isSameMonth(date, day) ? '' : 'text-soft'}
                      ${selected && isSameDay(date, selected) ? 'bg-neutral! text-neutral-content! forced-colors:outline-2 forced-colors:-outline-offset-2' : ''}`}
                    >
                      {date.getDate()}
                    </button>
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}

const isSameMonth = (a: Date, b: Date) => a.getMonth() === b.getMonth() && a.getFullYear() === b.getFullYear()
