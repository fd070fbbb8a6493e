import { useStore } from '@nanostores/react'
import { CalendarCheck, CalendarClock, Sunrise, TrendingUp } from 'lucide-react'
import { type ReactNode, useRef } from 'react'

import { NETWORK_IDS, networks } from '#shared/networks.ts'
import { SCHEDULE_STEP_MINUTES } from '#shared/timings.ts'
import { $draft, $enabled } from '#site/dashboard/composer/draft/draft.ts'
import { $errors } from '#site/dashboard/composer/draft/errors.ts'
import { namesOf } from '#site/dashboard/composer/send/summary.ts'
import { $businessZone, formatDueIn, formatPickedIn, otherClock } from '#site/dashboard/shared/zone.ts'
import { describeTimeZone } from '#site/lib/format.ts'
import { DateTimePicker } from '#site/ui/date-time-picker/DateTimePicker.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { $bestTime } from './best-time.ts'
import { $freeSlot } from './free-slot.ts'
import { nextOf, tomorrowMorning } from './times.ts'
import { $when, chooseWhen, pickTime, switchScheduling, type When } from './when.ts'

/** Lets the author choose the time: a switch, a picker, and choices that take one click. */
export function Schedule() {
  const { isScheduled, publishAt } = useStore($draft)
  const { scheduledTime: error } = useStore($errors)
  const best = useStore($bestTime)
  const free = useStore($freeSlot)
  const zone = useStore($businessZone)
  const root = useRef<HTMLDivElement>(null)

  function pick() {
    chooseWhen('pick')
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('[popovertarget]')?.click())
  }

  return (
    <div
      ref={root}
      role="group"
      aria-label="When it goes out"
      className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-2 max-sm:contents"
    >
      <Switch label="Schedule this post" checked={isScheduled} onChange={switchScheduling} />
      {isScheduled && (
        <div className="w-68 max-sm:-order-1 max-sm:w-full">
          <DateTimePicker
            label="Date and time"
            hideLabel
            required
            value={publishAt}
            onChange={pickTime}
            zone={zone}
            format={date => formatPickedIn(zone, date)}
            describeZone={date => describeTimeZone(date, zone)}
            stepMinutes={SCHEDULE_STEP_MINUTES}
            error={error}
          />
        </div>
      )}
      <div
        role="group"
        aria-label="Quick times"
        className="flex gap-1.5 max-sm:-order-1 max-sm:-mx-4 max-sm:w-[calc(100%+2rem)] max-sm:overflow-x-auto max-sm:px-4 max-sm:py-0.5"
      >
        {free.state === 'ready' && free.data && (
          <Way
            when="slot"
            icon={<CalendarCheck aria-hidden="true" className="size-4" />}
            tip={formatDueIn(zone, free.data)}
          >
            Next free slot
          </Way>
        )}
        <Way when="tomorrow" icon={<Sunrise aria-hidden="true" className="size-4" />}>
          Tomorrow 9:00 am{otherClock(tomorrowMorning(zone, new Date()), zone)}
        </Way>
        {best.state === 'ready' && best.data && (
          <Way
            when="best"
            icon={<TrendingUp aria-hidden="true" className="size-4" />}
            tip={formatDueIn(zone, nextOf(zone, best.data, new Date()))}
          >
            Best time
          </Way>
        )}
        {!isScheduled && (
          <Way when="pick" onChoose={pick} icon={<CalendarClock aria-hidden="true" className="size-4" />}>
            Pick a time
          </Way>
        )}
      </div>
      <OnlySome />
    </div>
  )
}

type WayProps = { when: When; icon: ReactNode; tip?: string; onChoose?: () => void; children: ReactNode }

function Way({ when, icon, tip, onChoose = () => chooseWhen(when), children }: WayProps) {
  const isChosen = useStore($when) === when
  return (
    <button
      type="button"
      title={tip}
      aria-pressed={isChosen}
      onClick={onChoose}
      className="btn shrink-0 border-edge bg-raised font-medium whitespace-nowrap btn-sm hover:bg-base-200 pointer-coarse:min-h-11
        aria-pressed:border-base-content aria-pressed:bg-neutral aria-pressed:text-neutral-content"
    >
      {icon}
      {children}
    </button>
  )
}

function OnlySome() {
  const cannot = useStore($enabled).filter(network => !networks[network].schedules)
  if (cannot.length === 0) return null
  const can = NETWORK_IDS.filter(network => networks[network].schedules)
  return <p className="text-xs text-soft">Scheduling currently works only for {namesOf(can)}.</p>
}
