import { useStore } from '@nanostores/react'
import { useState } from 'react'

import type { FreeSlots } from '#shared/bookings.ts'
import { brand } from '#shared/brand.ts'
import { describeTimeZone, formatShortDay, formatTime, formatWeekday } from '#site/lib/format.ts'
import { Button } from '#site/ui/Button.tsx'
import { ChoiceGroup } from '#site/ui/fields/ChoiceGroup.tsx'
import { SelectField } from '#site/ui/fields/Field.tsx'
import { LoadingTimes } from './LoadingTimes.tsx'
import { $freeSlots } from './store.ts'

const NO_BREAK_SPACE = '\u{a0}'
const clock = (instant: string, zone?: string) => formatTime(instant, zone).replace(' ', NO_BREAK_SPACE)

/** Returns 'Thursday 3 December at 9:30 am'. */
export const formatCallTime = (instant: string) => `${formatWeekday(instant)} at ${clock(instant)}`

/** Returns 'Perth time (AWST). That is 12:30 pm for us, Melbourne time (AEDT).' */
export function describeZones(instant: string, agencyZone: string): string {
  const date = new Date(instant)
  const [own, ours] = [describeTimeZone(date), describeTimeZone(date, agencyZone)]
  return own === ours
    ? `${own}, yours and ours.`
    : `${own}. That is ${clock(instant, agencyZone)} for us, ${ours}.`
}

/** Number of days that have a button. The select has all of them. */
const NEXT_DAYS = 5
const NOON = 12

/** Returns the part of the day in which there are free times. */
function partOf(times: readonly string[]): string {
  const hours = times.map(time => new Date(time).getHours())
  if (hours.every(hour => hour < NOON)) return 'Morning'
  return hours.every(hour => hour >= NOON) ? 'Afternoon' : 'All day'
}

/** The fields `day` and `startsAt`, once the free times have loaded. */
export function TimePicker() {
  const free = useStore($freeSlots)
  if (free.state === 'loading') return <LoadingTimes />
  if (free.state === 'failed')
    return (
      <div role="alert" className="grid justify-items-start gap-4">
        <p>{free.message}</p>
        <Button onClick={() => void $freeSlots.reload()}>Try again</Button>
      </div>
    )
  if (free.data.slots.length === 0)
    return (
      <p role="status">
        No time is free in the next three weeks. Write to{' '}
        <a href={`mailto:${brand.email}`} className="prose-link">
          {brand.email}
        </a>
        , and we’ll find one.
      </p>
    )
  return <Times {...free.data} />
}

function Times({ slots, timeZone }: FreeSlots) {
  const days = [...Map.groupBy(slots, slot => formatWeekday(slot))]
  const [chosen, setChosen] = useState<string>()
  const [day, times] = days.find(([name]) => name === chosen) ?? days[0]!
  const [first = ''] = times
  const ours = describeTimeZone(new Date(first), timeZone)
  const own = describeTimeZone(new Date(first))
  return (
    <>
      <div role="group" aria-label="Next days" className="grid grid-cols-3 gap-2 sm:grid-cols-5">
        {days.slice(0, NEXT_DAYS).map(([name, times]) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === day}
            onClick={() => setChosen(name)}
            className="min-h-11 cursor-pointer rounded-field border border-edge bg-raised px-2.5 py-2 text-start text-sm hover:bg-base-200
              aria-pressed:border-base-content aria-pressed:shadow-[inset_0_0_0_1px_currentColor]"
          >
            {/* The weekday has a line of its own. */}
            <span className="block font-semibold whitespace-pre-line">
              {formatShortDay(times[0]!).replace(' ', '\n')}
            </span>
            <span className="text-xs text-soft">{partOf(times)}</span>
          </button>
        ))}
      </div>
      <SelectField
        label="Day"
        name="day"
        value={day}
        onChange={event => setChosen(event.target.value)}
        choices={days.map(([name]) => ({ value: name, label: name }))}
      />
      <div>
        <ChoiceGroup
          key={day}
          legend="Time"
          kind="radio"
          even
          name="startsAt"
          chosen={[]}
          choices={times.map(value => ({ value, label: formatTime(value) }))}
        />
        <p className="mt-2.5 text-sm text-soft">
          {own === ours ? `In ${own}, yours and ours.` : `In ${own}, your time zone. We’re on ${ours}.`}
        </p>
      </div>
    </>
  )
}
