import { useStore } from '@nanostores/react'
import { CalendarClock, ChevronUp, Clock, Send } from 'lucide-react'
import { useRef } from 'react'

import { NETWORK_IDS, networks } from '#shared/networks.ts'
import { $draft, $enabled, $errors } from '#site/dashboard/composer/draft/draft.ts'
import { $awaitsApproval } from '#site/dashboard/composer/edit/editing.ts'
import { namesOf } from '#site/dashboard/composer/send/summary.ts'
import { Allowed } from '#site/dashboard/shared/permissions.tsx'
import { ONCE_APPROVED } from '#site/dashboard/shared/post-dialogs/messages.ts'
import {
  PublishTimeField,
  QuickTimes,
  ShortTime,
  TimeButton,
} from '#site/dashboard/shared/quick-times/QuickTimes.tsx'
import { $bestTime, $freeSlot } from '#site/dashboard/shared/quick-times/times.ts'
import { $businessZone, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { mediaQuery } from '#site/lib/media-query.ts'
import { ButtonLink, keepFocus } from '#site/ui/Button.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { Dropdown } from '#site/ui/popovers/Dropdown.tsx'
import {
  $when,
  choosePicker,
  chooseWhen,
  pickTime,
  type Suggestion,
  suggestTime,
  switchScheduling,
  type When,
} from './when.ts'

/** True if the bar has no room for the choices. An edit's bar needs more room, because it has Cancel too. */
const $isSmall = mediaQuery('(max-width: 73.74rem), (max-height: 30rem)', false)
const $isSmallForEdit = mediaQuery('(max-width: 86rem), (max-height: 30rem)', false)

/**
 * Lets the author choose the time: a switch, a picker, and choices that take one click. In a small window they are in a menu
 * beside a button for the suggested time, which an edit doesn't have.
 */
export function Schedule({ isEdit }: { isEdit: boolean }) {
  const isSmall = useStore(isEdit ? $isSmallForEdit : $isSmall)
  if (isSmall) return isEdit ? <WhenMenu /> : <Suggested />
  return (
    <div ref={keepFocus} className="contents">
      <Choices />
    </div>
  )
}

/** The menu of times, and a button for the suggested time until another is chosen. */
function Suggested() {
  const { isScheduled, publishAt, slot } = useStore($draft)
  useStore($freeSlot)
  useStore($bestTime)
  const suggestion = suggestTime()
  const isChosen =
    isScheduled && (suggestion?.way === 'slot' ? slot : +(suggestion?.at ?? 0) === +(publishAt ?? 0))
  return (
    <>
      <WhenMenu hidesTime={isChosen && suggestion !== undefined} />
      {suggestion && (isChosen || !isScheduled) && <SuggestedTime {...suggestion} isChosen={isChosen} />}
    </>
  )
}

function SuggestedTime({ way, at, isChosen }: Suggestion & { isChosen: boolean }) {
  const zone = useStore($businessZone)

  function choose() {
    chooseWhen(way)
    if (way === 'pick') pickTime(at)
  }

  if (way !== 'pick')
    return <QuickTimes zone={zone} only={way} isChosen={() => isChosen} onChoose={choose} detailed />
  return (
    <TimeButton icon={Clock} isChosen={isChosen} onClick={choose}>
      <span>
        Usual time{' '}
        <span className="font-normal max-sm:block">
          <ShortTime zone={zone} at={at} />
        </span>
      </span>
    </TimeButton>
  )
}

type WhenMenuProps = {
  /** Hides the time, because the button beside the menu shows it. */
  hidesTime?: boolean
}

function WhenMenu({ hidesTime = false }: WhenMenuProps) {
  const { isScheduled, publishAt } = useStore($draft)
  const { scheduledTime: error } = useStore($errors)
  const zone = useStore($businessZone)
  const needsApproval = useStore($awaitsApproval)
  const time = publishAt ? formatDueIn(zone, publishAt) : 'Choose a time'
  const unscheduled = needsApproval ? ONCE_APPROVED : 'Now'
  const when = isScheduled ? time : unscheduled
  const isShort = when === 'Now'
  return (
    <Dropdown
      above
      invalid={error !== undefined}
      label={`When it goes out: ${when}`}
      rootClassName={isShort || hidesTime ? 'shrink-0' : 'min-w-14 shrink'}
      className="btn max-w-full min-w-0 border-edge bg-raised px-3 font-medium aria-invalid:border-error max-sm:gap-1 max-sm:px-2.5"
      panelClassName="w-[calc(100vw-2rem)] max-w-120 p-4 max-sm:p-3"
      trigger={
        <>
          {(!isScheduled || hidesTime) && (
            <CalendarClock
              className={`size-4 shrink-0 ${hidesTime ? '' : isShort ? 'max-sm:hidden' : 'max-sm:min-[24rem]:hidden'}`}
            />
          )}
          {!hidesTime && (
            <span
              className={`line-clamp-2 text-start leading-tight ${isScheduled ? 'max-[24rem]:text-xs' : isShort ? '' : 'max-sm:w-min max-[24rem]:hidden'}`}
            >
              {when}
            </span>
          )}
          <ChevronUp className="size-4 shrink-0 text-soft" />
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
  const when = useStore($when)
  const zone = useStore($businessZone)
  const needsApproval = useStore($awaitsApproval)
  const hasNoSlots = useStore($freeSlot) === 'unset'
  const root = useRef<HTMLDivElement>(null)

  function choose(way: When) {
    chooseWhen(way)
    onChosen?.()
  }

  function pick() {
    choosePicker()
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
        <div className="w-66 max-sm:w-full">
          <PublishTimeField bare value={publishAt} onChange={pickTime} zone={zone} error={error} />
        </div>
      )}
      <div
        role="group"
        aria-label="Quick times"
        className="flex gap-1.5 max-[73.74rem]:flex-wrap max-sm:grid max-sm:w-full max-sm:grid-cols-2"
      >
        <QuickTimes
          zone={zone}
          isChosen={way => way === when}
          onChoose={choose}
          // Beside the picker there is no room for more times.
          detailed={!isScheduled || onChosen !== undefined}
          brief={isScheduled && !onChosen}
        />
        {isScheduled && onChosen && (
          <TimeButton icon={Send} isChosen={false} onClick={() => choose('now')}>
            {needsApproval ? ONCE_APPROVED : 'Now'}
          </TimeButton>
        )}
        {!isScheduled && (
          <TimeButton icon={CalendarClock} isChosen={when === 'pick'} onClick={pick}>
            Pick a time
          </TimeButton>
        )}
        {hasNoSlots && (
          <Allowed to="configure">
            <ButtonLink
              small
              variant="quiet"
              href="/dashboard/settings#posting-times"
              className="font-medium text-soft"
            >
              Set posting times
            </ButtonLink>
          </Allowed>
        )}
      </div>
      <OnlySome />
    </div>
  )
}

function OnlySome() {
  const cannot = useStore($enabled).filter(network => !networks[network].schedules)
  if (cannot.length === 0) return null
  const can = NETWORK_IDS.filter(network => networks[network].schedules)
  return <p className="text-xs text-soft">Scheduling currently works only for {namesOf(can)}.</p>
}
