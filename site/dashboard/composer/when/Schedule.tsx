import { useStore } from '@nanostores/react'
import { CalendarCheck, CalendarClock, ChevronUp, Sunrise, TrendingUp } from 'lucide-react'
import { type ReactNode, useRef } from 'react'

import { NETWORK_IDS, networks } from '#shared/networks.ts'
import { SCHEDULE_STEP_MINUTES } from '#shared/timings.ts'
import { $draft, $enabled } from '#site/dashboard/composer/draft/draft.ts'
import { $errors } from '#site/dashboard/composer/draft/errors.ts'
import { namesOf } from '#site/dashboard/composer/send/summary.ts'
import { $needsApproval } from '#site/dashboard/shared/approvals/rule.ts'
import { $businessZone, formatDueIn, formatPickedIn, otherClock } from '#site/dashboard/shared/zone.ts'
import { describeTimeZone } from '#site/lib/format.ts'
import { mediaQuery } from '#site/lib/media-query.ts'
import { DateTimePicker } from '#site/ui/date-time-picker/DateTimePicker.tsx'
import { PRESSABLE } from '#site/ui/fields/pressed.ts'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { Dropdown } from '#site/ui/popovers/Dropdown.tsx'
import { $bestTime } from './best-time.ts'
import { $freeSlot } from './free-slot.ts'
import { nextOf, tomorrowMorning } from './times.ts'
import { $when, chooseWhen, pickTime, switchScheduling, type When } from './when.ts'

const $isPhone = mediaQuery('(max-width: 39.99rem)', false)

/** Lets the author choose the time: a switch, a picker, and choices that take one click. On a phone they are in a menu. */
export const Schedule = () =>
  useStore($isPhone) ? (
    <WhenMenu />
  ) : (
    <div ref={keepFocus} className="contents">
      <Choices />
    </div>
  )

function WhenMenu() {
  const { isScheduled, publishAt } = useStore($draft)
  const { scheduledTime: error } = useStore($errors)
  const zone = useStore($businessZone)
  const needsApproval = useStore($needsApproval)
  const when = !isScheduled
    ? needsApproval
      ? 'Once approved'
      : 'Now'
    : publishAt
      ? formatDueIn(zone, publishAt)
      : 'Choose a time'
  return (
    <Dropdown
      above
      invalid={error !== undefined}
      label={`When it goes out: ${when}`}
      rootClassName="min-w-0 shrink"
      className="btn max-w-full min-w-0 border-edge bg-raised px-3 font-medium aria-invalid:border-error"
      panelClassName="w-[calc(100vw-2rem)] p-4"
      trigger={
        <>
          {!isScheduled && <CalendarClock aria-hidden="true" className="size-4 shrink-0" />}
          <span className="line-clamp-2 text-start leading-tight max-[24rem]:text-xs">{when}</span>
          <ChevronUp aria-hidden="true" className="size-4 shrink-0 text-soft" />
        </>
      }
    >
      {close => <Choices onChosen={close} />}
    </Dropdown>
  )
}

/** Calls `onChosen` when a time is chosen without the picker. */
function Choices({ onChosen }: { onChosen?: () => void }) {
  const { isScheduled, publishAt } = useStore($draft)
  const { scheduledTime: error } = useStore($errors)
  const best = useStore($bestTime)
  const free = useStore($freeSlot)
  const zone = useStore($businessZone)
  const root = useRef<HTMLDivElement>(null)

  function choose(when: When) {
    chooseWhen(when)
    onChosen?.()
  }

  function pick() {
    chooseWhen('pick')
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('[popovertarget]')?.click())
  }

  return (
    <div
      ref={root}
      role="group"
      aria-label="When it goes out"
      className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-2 max-sm:gap-y-3"
    >
      <Switch label="Schedule this post" checked={isScheduled} onChange={switchScheduling} />
      {isScheduled && (
        <div className="w-68 max-sm:w-full">
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
      <div role="group" aria-label="Quick times" className="flex gap-1.5 max-sm:flex-wrap">
        {free.state === 'ready' && free.data && (
          <Way
            when="slot"
            onChoose={choose}
            icon={<CalendarCheck aria-hidden="true" className="size-4" />}
            tip={formatDueIn(zone, free.data)}
          >
            Next free slot
          </Way>
        )}
        <Way when="tomorrow" onChoose={choose} icon={<Sunrise aria-hidden="true" className="size-4" />}>
          Tomorrow 9:00 am{otherClock(tomorrowMorning(zone, new Date()), zone)}
        </Way>
        {best.state === 'ready' && best.data && (
          <Way
            when="best"
            onChoose={choose}
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

type WayProps = {
  when: When
  icon: ReactNode
  tip?: string
  onChoose: (when: When) => void
  children: ReactNode
}

function Way({ when, icon, tip, onChoose, children }: WayProps) {
  const isChosen = useStore($when) === when
  return (
    <button
      type="button"
      title={tip}
      aria-pressed={isChosen}
      onClick={() => onChoose(when)}
      className={`${PRESSABLE} shrink-0 whitespace-nowrap btn-sm sm:max-xl:[&_svg]:hidden`}
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
