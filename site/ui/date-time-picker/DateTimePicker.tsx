import { CalendarClock } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'

import { SCHEDULE_STEP_MINUTES } from '#shared/timings.ts'
import { formatShortDay, formatTime, timeZone } from '#site/lib/format.ts'
import { clockIn, instantIn } from '#site/lib/wall-clock.ts'
import { Button } from '#site/ui/Button.tsx'
import { Field, type FieldProps, TextField } from '#site/ui/fields/Field.tsx'
import { PRESSABLE } from '#site/ui/fields/pressed.ts'
import { PANEL, usePopover } from '#site/ui/popovers/Popover.tsx'
import { dayIn, isSameDay, timesOf, withTimeOf, dayKey } from './days.ts'
import { MonthGrid } from './MonthGrid.tsx'
import { TimeList } from './TimeList.tsx'

const HOURS_OF_HALF_DAY = 12

/** Reads a time such as '5:30 pm', '5pm', '17:30' or '1730'. Returns the minutes since midnight, or undefined. */
export function readTime(text: string): number | undefined {
  const [, hours, minutes = '00', half] =
    /^(\d{1,2})(?:[:.]?(\d\d))?\s*(?:([ap])\.?(?:m\.?)?)?$/i.exec(text.trim()) ?? []
  if (!hours || Number(minutes) > 59) return undefined
  const hour = Number(hours)
  if (!half) return hour < 24 && text.trim().length > 2 ? hour * 60 + Number(minutes) : undefined
  if (hour < 1 || hour > HOURS_OF_HALF_DAY) return undefined
  const afternoon = half.toLowerCase() === 'p' ? HOURS_OF_HALF_DAY : 0
  return ((hour % HOURS_OF_HALF_DAY) + afternoon) * 60 + Number(minutes)
}

type Limits = { day: Date; min: Date; zone: string }

/** Returns the instant of a typed time on a day, or an error message. */
export function readInstant(text: string, { day, min, zone }: Limits): Date | string {
  const minutes = readTime(text)
  if (minutes === undefined) return 'Type a time such as 5:30 pm.'
  const time = instantIn(zone, { day: dayKey(day), minutes })
  if (clockIn(zone, time).minutes !== minutes) return 'The clocks skip this time on that day.'
  return time > min ? time : `${formatTime(time, zone)} has passed.`
}

type DateTimePickerProps = Pick<FieldProps, 'label' | 'hideLabel' | 'hint' | 'error' | 'required'> & {
  value: Date | null
  onChange: (value: Date) => void
  /** Label of the button once a time is chosen. */
  format: (value: Date) => string
  /** 'Melbourne time (AEDT)' */
  describeZone: (value: Date) => string
  /** IANA name; the device's zone without it. */
  zone?: string
  /** Free posting times; the chosen day's come first. */
  freeTimes?: readonly Date[]
}

/** Chooses a future day and time, in steps. */
export function DateTimePicker({
  value,
  onChange,
  format,
  describeZone,
  zone = timeZone(),
  freeTimes = [],
  ...field
}: DateTimePickerProps) {
  const { open, close, button, panel } = usePopover()

  function chooseTime(time: Date) {
    onChange(time)
    close()
  }

  return (
    <Field {...field}>
      {({ required: _required, ...control }) => (
        <>
          <button
            {...control}
            {...button}
            aria-label={
              typeof field.label === 'string' && value ? `${field.label}: ${format(value)}` : undefined
            }
            className="input flex max-w-full cursor-pointer items-center gap-2.5 text-start"
          >
            <CalendarClock className="size-4 shrink-0 text-soft" />
            <span className={`truncate ${value ? '' : 'text-soft'}`}>
              {value ? format(value) : 'Choose future date & time'}
            </span>
          </button>
          <div
            {...panel}
            aria-label="Choose date and time"
            className={`${PANEL} max-sm:w-[calc(100vw-1.5rem)]`}
          >
            {open && (
              <Panel
                value={value}
                min={new Date()}
                step={SCHEDULE_STEP_MINUTES}
                onDay={onChange}
                onTime={chooseTime}
                zone={zone}
                describeZone={describeZone}
                freeTimes={freeTimes}
                onDone={close}
              />
            )}
          </div>
        </>
      )}
    </Field>
  )
}

type PanelProps = {
  value: Date | null
  min: Date
  step: number
  onDay: (time: Date) => void
  onTime: (time: Date) => void
  zone: string
  describeZone: (value: Date) => string
  freeTimes: readonly Date[]
  onDone: () => void
}

function Panel({
  value,
  min: opened,
  step,
  onDay,
  onTime,
  zone,
  describeZone,
  freeTimes,
  onDone,
}: PanelProps) {
  const [min] = useState(opened)
  const [typed, setTyped] = useState<{ text: string; error?: string }>({ text: '' })
  const choosable = { zone, min, step }
  const shown = dayIn(zone, value ?? min)

  const freeOn = (day: Date) => freeTimes.filter(time => time > min && isSameDay(dayIn(zone, time), day))
  const free = freeOn(shown)

  /** Starts at the day's first free time, unless the author has chosen another time. */
  function chooseDay(day: Date) {
    const isOwn = value !== null && !freeTimes.some(time => +time === +value)
    const time = (isOwn ? undefined : freeOn(day)[0]) ?? withTimeOf(day, value, choosable)
    if (time) onDay(time)
  }

  /** Takes the typed time, if there is one. Returns false if it can't be taken. */
  function takeTyped(): boolean {
    if (typed.text.trim() === '') return true
    const time = readInstant(typed.text, { day: shown, min, zone })
    if (typeof time === 'string') {
      setTyped({ ...typed, error: time })
      return false
    }
    setTyped({ text: '' })
    onDay(time)
    return true
  }
  const finish = () => takeTyped() && onDone()

  return (
    <>
      <div className="grid gap-3 sm:grid-cols-[auto_auto] sm:gap-4">
        <MonthGrid selected={value && shown} min={dayIn(zone, min)} onSelect={chooseDay} />
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
              onLeave={takeTyped}
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

/** Takes a time of the chosen day by typing it. */
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
      placeholder="Type: 5:30 pm"
      autoComplete="off"
      value={text}
      onChange={event => onText(event.target.value)}
      onBlur={onLeave}
      onKeyDown={onKeyDown}
      className="input-sm w-full pointer-coarse:h-11"
      {...(error && { error })}
    />
  )
}
