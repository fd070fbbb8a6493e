import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState, type KeyboardEvent, useEffect, useId, useRef, useLayoutEffect } from 'react'

import { SCHEDULE_STEP_MINUTES } from '#shared/timings.ts'
import { formatClock, formatFullDay, formatShortDay, formatTime, WEEKDAYS } from '#site/lib/format.ts'
import { clockIn, instantIn } from '#site/lib/wall-clock.ts'
import { Button } from '#site/ui/Button.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { PRESSABLE } from '#site/ui/fields/pressed.ts'
import {
  dateIn,
  isSameDay,
  timesOf,
  withTimeOf,
  dayKey,
  addMonths,
  dayByKey,
  startOfDay,
  weeksOf,
  isSameMonth,
} from './days.ts'

const HOURS_OF_HALF_DAY = 12

/** Reads a time such as '5:30 pm', '5pm', '17:30', '1730' or '8'. Returns the minutes since midnight, or undefined. */
export function readTime(text: string): number | undefined {
  const [, hours, minutes = '00', half] =
    /^(\d{1,2})(?:[:.]?(\d\d))?\s*(?:([ap])\.?(?:m\.?)?)?$/i.exec(text.trim()) ?? []
  if (!hours || Number(minutes) > 59) return undefined
  const hour = Number(hours)
  if (!half) return hour < 24 ? hour * 60 + Number(minutes) : undefined
  if (hour < 1 || hour > HOURS_OF_HALF_DAY) return undefined
  const afternoon = half.toLowerCase() === 'p' ? HOURS_OF_HALF_DAY : 0
  return ((hour % HOURS_OF_HALF_DAY) + afternoon) * 60 + Number(minutes)
}

type Limits = { day: Date; min: Date; zone: string }

/** Returns the instant of a typed time on a day, or an error message. */
export function readInstant(text: string, { day, min, zone }: Limits): Date | string {
  const minutes = readTime(text)
  if (minutes === undefined) return `Type a time such as ${formatClock('17:30')}.`
  const time = instantIn(zone, { day: dayKey(day), minutes })
  if (clockIn(zone, time).minutes !== minutes) return 'The clocks skip this time on that day.'
  return time > min ? time : `${formatTime(time, zone)} has passed.`
}

export type TimePanelProps = {
  value: Date | null
  /** 'Melbourne time (AEDT)' */
  describeZone: (value: Date) => string
  onChange: (time: Date) => void
  zone: string
  freeTimes: readonly Date[]
  onDone: () => void
}

export function TimePanel({ value, onChange, zone, describeZone, freeTimes, onDone }: TimePanelProps) {
  const [min] = useState(() => new Date())
  const [typed, setTyped] = useState<{ text: string; error?: string }>({ text: '' })
  const choosable = { zone, min, step: SCHEDULE_STEP_MINUTES }
  const shown = dateIn(zone, value ?? min)

  const freeOn = (day: Date) => freeTimes.filter(time => time > min && isSameDay(dateIn(zone, time), day))
  const free = freeOn(shown)

  /** Starts at the day's first free time, unless the author has chosen another time. */
  function chooseDay(day: Date) {
    const isOwn = value !== null && !freeTimes.some(time => +time === +value)
    const time = (isOwn ? undefined : freeOn(day)[0]) ?? withTimeOf(day, value, choosable)
    if (time) onChange(time)
  }

  function onTime(time: Date) {
    onChange(time)
    onDone()
  }

  /** Applies the typed time, if any. Returns false if it is invalid. */
  function applyTyped(): boolean {
    if (typed.text.trim() === '') return true
    const time = readInstant(typed.text, { day: shown, min, zone })
    if (typeof time === 'string') {
      setTyped({ ...typed, error: time })
      return false
    }
    setTyped({ text: '' })
    onChange(time)
    return true
  }
  const finish = () => applyTyped() && onDone()

  return (
    <>
      <div className="grid gap-3 sm:grid-cols-[auto_auto] sm:gap-4">
        <MonthGrid selected={value && shown} min={dateIn(zone, min)} onSelect={chooseDay} />
        <div className="grid content-start gap-2 sm:w-32">
          {free.length > 0 && (
            <div role="group" aria-label="Free slots" className="flex flex-wrap gap-1.5 sm:grid">
              <p aria-hidden="true" className="w-full text-xs font-semibold text-soft">
                Free slots
              </p>
              {free.map(time => (
                <button
                  key={+time}
                  type="button"
                  aria-pressed={+time === +(value ?? 0)}
                  onClick={() => onTime(time)}
                  className={`${PRESSABLE} btn-sm pointer-coarse:h-11`}
                >
                  {formatTime(time, zone)}
                </button>
              ))}
            </div>
          )}
          <TimeList times={timesOf(shown, choosable)} zone={zone} selected={value} onSelect={onTime} />
        </div>
      </div>
      {/* Stays in view in a low window, where the days and times scroll. */}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-base-300 pt-3 max-sm:sticky max-sm:-bottom-4 max-sm:-mx-4 max-sm:-mb-4 max-sm:bg-raised max-sm:px-4 max-sm:pb-4">
        <p className="text-xs text-soft">
          <span className="font-semibold text-base-content">{formatShortDay(value ?? min, zone)}</span> ·{' '}
          {describeZone(value ?? min)}
        </p>
        <div className="flex items-start gap-2 max-sm:w-full">
          <div className="grow sm:w-32">
            <TypedTime
              text={typed.text}
              error={typed.error}
              onText={text => setTyped({ text })}
              onLeave={applyTyped}
              onEnter={finish}
            />
          </div>
          <Button onClick={finish} className="sm:hidden">
            Done
          </Button>
        </div>
      </div>
    </>
  )
}

type TypedTimeProps = {
  text: string
  error: string | undefined
  onText: (text: string) => void
  /** Called when the focus leaves the field. */
  onLeave: () => void
  onEnter: () => void
}

function TypedTime({ text, error, onText, onLeave, onEnter }: TypedTimeProps) {
  function onKeyDown(event: KeyboardEvent) {
    // Escape closes the picker and keeps the earlier time.
    if (event.key === 'Escape') onText('')
    if (event.key !== 'Enter' || event.metaKey || event.ctrlKey) return
    // The picker may be within a form.
    event.preventDefault()
    onEnter()
  }

  return (
    <TextField
      label="Type a time"
      hideLabel
      placeholder={`Type: ${formatClock('17:30')}`}
      autoComplete="off"
      value={text}
      onChange={event => onText(event.target.value)}
      onBlur={onLeave}
      onKeyDown={onKeyDown}
      className="input-sm pointer-coarse:h-11"
      {...(error && { error })}
    />
  )
}

const monthName = new Intl.DateTimeFormat('en-AU', { month: 'long', year: 'numeric' })

type MonthGridProps = { selected: Date | null; min: Date; onSelect: (day: Date) => void }

/** A month to choose a day from: arrows, Home, End and Page keys move; days before `min` are disabled. */
function MonthGrid({ selected, min, onSelect }: MonthGridProps) {
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

  /** Weeks without a day that can be chosen are hidden. */
  const isChoosable = (week: Date[]) => week.some(date => date >= firstDay)

  function onKeyDown(event: KeyboardEvent) {
    const next = dayByKey(day, event.key, event.shiftKey)
    if (!next) return
    event.preventDefault()
    byKey.current = true
    goTo(next)
  }

  const monthButton = (label: string, months: number, Icon: typeof ChevronLeft) => (
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
        {monthButton('Previous month', -1, ChevronLeft)}
        <p id={titleId} aria-live="polite" className="font-semibold">
          {monthName.format(day)}
        </p>
        {monthButton('Next month', 1, ChevronRight)}
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
                      aria-label={formatFullDay(date)}
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

type TimeListProps = {
  times: readonly Date[]
  zone: string
  selected: Date | null
  onSelect: (time: Date) => void
}

const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: index => Math.max(index - 1, 0),
  PageDown: (index, last) => Math.min(index + 4, last),
  PageUp: index => Math.max(index - 4, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** The times of the chosen day: arrows move by a step, Page keys by an hour, and a digit to the next time starting with it. */
function TimeList({ times, zone, selected, onSelect }: TimeListProps) {
  const list = useRef<HTMLDivElement>(null)
  const [reached, setReached] = useState<number>()
  const chosen = times.findIndex(time => time.getTime() === selected?.getTime())
  const found = times.findIndex(time => time.getTime() === reached)
  const at = found < 0 ? Math.max(chosen, 0) : found

  useLayoutEffect(() => {
    const element = list.current
    const option = element?.querySelector<HTMLElement>('[aria-selected=true]')
    if (element && option)
      element.scrollTop = option.offsetTop - element.clientHeight / 2 + option.clientHeight / 2
  }, [chosen])

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const options = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=option]')]
    const focused = options.findIndex(option => option === document.activeElement)
    const next = STEPS[event.key]?.(focused, options.length - 1) ?? nextBeginningWith(event.key, focused)
    if (next === undefined) return
    event.preventDefault()
    options[next]?.focus()
  }

  function nextBeginningWith(key: string, from: number): number | undefined {
    if (!/^\d$/.test(key)) return undefined
    const order = times.map((_, index) => (from + 1 + index) % times.length)
    return order.find(index => times[index] && formatTime(times[index], zone).startsWith(key))
  }

  if (times.length === 0) return <p className="text-sm text-soft">No times are left on this day.</p>
  return (
    <div
      ref={list}
      role="listbox"
      aria-label="Time"
      onKeyDown={onKeyDown}
      className="relative grid max-h-40 snap-y grid-cols-3 content-start gap-0.5 overflow-y-auto pointer-coarse:max-h-[11.375rem] sm:max-h-[13rem] sm:w-full sm:grid-cols-1"
    >
      {times.map((time, index) => (
        <button
          key={time.getTime()}
          type="button"
          role="option"
          aria-selected={index === chosen}
          tabIndex={index === at ? 0 : -1}
          onFocus={() => setReached(time.getTime())}
          onClick={() => onSelect(time)}
          className="cursor-pointer snap-start rounded-field px-3 py-1.5 text-start pointer-coarse:min-h-11 text-sm tabular-nums max-[24rem]:px-1.5 -outline-offset-2 hover:bg-base-200
            aria-selected:bg-neutral aria-selected:text-neutral-content forced-colors:aria-selected:outline-2"
        >
          {formatTime(time, zone)}
        </button>
      ))}
    </div>
  )
}
