import { useStore } from '@nanostores/react'
import { CalendarCheck, type LucideIcon, Sunrise, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'

import { formatDueIn, zoneSuffix, formatPickedIn } from '#site/dashboard/shared/zone.ts'
import { describeTimeZone, formatTime } from '#site/lib/format.ts'
import { basisOf } from '#site/lib/posting-labels.ts'
import { DateTimePicker } from '#site/ui/date-time-picker/DateTimePicker.tsx'
import { PRESSABLE } from '#site/ui/fields/pressed.ts'
import { $bestTime, $freeSlot, nextOf, shortTime, tomorrowMorning, $freeTimesOf } from './times.ts'

type QuickTime = 'slot' | 'tomorrow' | 'best'

type QuickTimesProps = {
  zone: string
  isChosen: (way: QuickTime, at: Date) => boolean
  onChoose: (way: QuickTime, at: Date) => void
  /** Shows the times on the buttons. */
  detailed?: boolean
  /** Shows times to screen readers only. */
  brief?: boolean
  only?: QuickTime
}

/** Buttons for the selected business's next free slot, tomorrow morning, and its best time. */
export function QuickTimes({ zone, isChosen, onChoose, detailed, brief, only }: QuickTimesProps) {
  const best = useStore($bestTime)
  const free = useStore($freeSlot)
  const now = new Date()
  const tomorrow = tomorrowMorning(zone, now)
  const bestAt = best ? nextOf(zone, best, now) : undefined
  const button = (way: QuickTime, at: Date, icon: LucideIcon, label: ReactNode, time?: ReactNode) =>
    (!only || only === way) && (
      <TimeButton
        icon={icon}
        tip={
          way === 'tomorrow'
            ? undefined
            : formatDueIn(zone, at) + (best && way === 'best' ? `, ${basisOf(best)}` : '')
        }
        isChosen={isChosen(way, at)}
        onClick={() => onChoose(way, at)}
      >
        <span>
          {label}
          {time && (
            <span
              className={
                brief
                  ? 'sr-only'
                  : 'font-normal tabular-nums compact:block min-[24rem]:compact:whitespace-nowrap'
              }
            >
              {' '}
              {time}
            </span>
          )}
        </span>
      </TimeButton>
    )
  const detail = (at: Date) => detailed && <ShortTime zone={zone} at={at} />
  return (
    <>
      {free instanceof Date && button('slot', free, CalendarCheck, NEXT_FREE_SLOT, detail(free))}
      {button(
        'tomorrow',
        tomorrow,
        Sunrise,
        'Tomorrow',
        `${formatTime(tomorrow, zone)}${zoneSuffix(tomorrow, zone)}`,
      )}
      {bestAt && button('best', bestAt, TrendingUp, 'Best time', detail(bestAt))}
    </>
  )
}

/** Shows 'Sun 6 Dec, 12:15 pm AEDT', without the zone on a phone. */
const ShortTime = ({ zone, at }: { zone: string; at: Date }) => (
  <>
    {shortTime(zone, at, new Date())}
    <span className="compact:hidden">{zoneSuffix(at, zone)}</span>
  </>
)

/** 'Free slot' in the narrowest window. */
const NEXT_FREE_SLOT = (
  <span className="min-[24rem]:whitespace-nowrap">
    <span className="max-[24rem]:sr-only">Next</span>{' '}
    <span className="max-[24rem]:inline-block max-[24rem]:first-letter:uppercase">free slot</span>
  </span>
)

type TimeButtonProps = {
  icon: LucideIcon
  tip?: string | undefined
  isChosen: boolean
  onClick: () => void
  children: ReactNode
}

export const TimeButton = ({ icon: Icon, tip, isChosen, onClick, children }: TimeButtonProps) => (
  <button
    type="button"
    title={tip}
    aria-pressed={isChosen}
    onClick={onClick}
    className={`${PRESSABLE} h-auto min-h-8 max-w-full shrink-0 gap-x-1.5 btn-sm compact:justify-start compact:px-2.5 max-[24rem]:px-1.5 max-[24rem]:text-[0.75rem]/[1.15] compact:shrink compact:text-start compact:text-xs/[1.15] max-[27rem]:[&_svg]:hidden min-[73.75rem]:max-2xl:[&_svg]:hidden`}
  >
    <Icon className="size-4 shrink-0" />
    {children}
  </button>
)

type PublishTimeFieldProps = {
  value: Date | null
  zone: string
  /** Defaults to the selected business. */
  domainId?: string | undefined
  onChange: (value: Date) => void
  error?: string | undefined
  /** Shows neither label nor hint, and the time in the composer's format. */
  bare?: boolean
}

export function PublishTimeField({ value, zone, domainId, onChange, error, bare }: PublishTimeFieldProps) {
  return (
    <DateTimePicker
      label="Date and time"
      hideLabel={bare}
      value={value}
      onChange={onChange}
      zone={zone}
      format={date => (bare ? formatPickedIn : formatDueIn)(zone, date)}
      describeZone={date => describeTimeZone(date, zone)}
      hint={bare ? undefined : describeTimeZone(value ?? new Date(), zone)}
      error={error}
      freeTimes={useStore($freeTimesOf)(domainId)}
    />
  )
}
