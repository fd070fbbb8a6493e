import { useStore } from '@nanostores/react'
import { CircleAlert, Plus } from 'lucide-react'
import type { ReactNode } from 'react'

import { Chip } from '#site/dashboard/calendar/Chip.tsx'
import {
  attentionLabel,
  labelOfDay,
  $isWide,
  $zone,
  activateDay,
  todayKey,
} from '#site/dashboard/calendar/days.ts'
import { $targetTime } from '#site/dashboard/calendar/drag.ts'
import { countProblems, divide, type Item, pathToItem } from '#site/dashboard/calendar/items.ts'
import { $openDay, $entries } from '#site/dashboard/calendar/store.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { openPage } from '#site/dashboard/shared/router.ts'
import { specialDay } from '#site/dashboard/shared/special-days.ts'
import { formatFullDay, formatWeekday, formatTime } from '#site/lib/format.ts'
import { dayKey } from '#site/ui/date-time-picker/days.ts'
import { Skeleton } from '#site/ui/states.tsx'

/** Maximum number of posts and buttons in a cell. */
const MAX_SHOWN = 3
/** Maximum number of posts in a cell with two lines of each message. */
const MAX_ROOMY = 2

/** A cell's most urgent posts by time, and a button for the others. */
export function CellPosts({ day, items }: { day: Date; items: readonly Item[] }) {
  if (items.length === 0) return null
  const { shown, hidden } = divide(items, items.length > MAX_SHOWN ? MAX_SHOWN - 1 : MAX_SHOWN)
  return (
    <>
      <ul className="space-y-1">
        {shown.map(item => (
          <li key={item.id}>
            <Chip inGrid item={item} roomy={items.length <= MAX_ROOMY} />
          </li>
        ))}
      </ul>
      {hidden.length > 0 && <MoreButton day={day} count={hidden.length} problems={countProblems(hidden)} />}
    </>
  )
}

const MoreButton = ({ day, count, problems }: { day: Date; count: number; problems: number }) => (
  <button
    type="button"
    tabIndex={-1}
    className="mt-1 flex min-h-6 w-full min-w-0 cursor-pointer items-center gap-1 rounded-selector px-1 text-start text-xs font-semibold text-soft
      outline-base-content hover:bg-base-200 focus-visible:outline-2"
    onClick={() => $openDay.set(day)}
  >
    {problems > 0 && (
      <>
        <CircleAlert className="size-3.5 shrink-0 text-error" />
        <span className="sr-only">{attentionLabel(problems)}, </span>
      </>
    )}
    <span className="truncate">+{count} more</span>
    <span className="sr-only"> on {formatFullDay(day)}</span>
  </button>
)

/** Appears with a delay, so that it doesn't flicker. */
export const LoadingPost = ({ className }: { className: string }) => (
  <span aria-hidden="true" className="block transition-opacity delay-200 starting:opacity-0">
    <Skeleton className={className} />
  </span>
)

type DayButtonProps = {
  day: Date
  items: readonly Item[]
  isActive: boolean
  className: string
  children: ReactNode
}

/** Opens a day's only post, or a dialog with all of them. On a phone, lists the day below the grid. */
export function DayButton({ day, items, isActive, className, children }: DayButtonProps) {
  const key = dayKey(day)
  const special = specialDay(day, useStore($zone))
  const drafts = items.filter(({ draftId }) => draftId !== undefined).length
  function open() {
    const [first, second] = items
    if (!$isWide.get()) activateDay(key)
    else if ($entries.get().state !== 'ready') return
    else if (first && !second) openPage(pathToItem(first))
    else $openDay.set(day)
  }
  return (
    <button
      type="button"
      tabIndex={isActive ? 0 : -1}
      aria-current={key === todayKey() ? 'date' : undefined}
      onClick={open}
      className={`cursor-pointer ${className}`}
    >
      <span aria-hidden="true" className="contents">
        {children}
      </span>
      <span className="sr-only">
        {labelOfDay(day, { count: items.length - drafts, drafts, problems: countProblems(items) })}
        {special && `, ${special}`}
      </span>
    </button>
  )
}

/** The name of a public holiday or another special day. Screen readers hear it with the day's button. */
export function SpecialDay({ day, className }: { day: Date; className: string }) {
  const name = specialDay(day, useStore($zone))
  return (
    name && (
      <span aria-hidden="true" title={name} className={`block truncate px-1 text-xs text-soft ${className}`}>
        {name}
      </span>
    )
  )
}

/** Number of a day in a circle. Today's has an outline where forced colours remove its background. */
export const DayNumber = ({ isToday, children }: { isToday: boolean; children: ReactNode }) => (
  <span
    translate="no"
    className={`grid h-6 min-w-6 place-items-center rounded-full px-1 text-xs whitespace-nowrap tabular-nums
      ${isToday ? 'bg-primary font-bold text-primary-content forced-colors:outline-2 forced-colors:outline-offset-1' : 'font-semibold'}`}
  >
    {children}
  </span>
)

type FreeSlotProps = {
  at: Date
  className: string
  /** Draws no border, because most days of a month have a slot. */
  isQuiet?: boolean
  /** Tab reaches it. */
  inList?: boolean
}

/** Link that starts a post at a free slot. Posts can be dropped on it. */
export function FreeSlot({ at, className, isQuiet, inList }: FreeSlotProps) {
  const zone = useStore($zone)
  const isTarget = useStore($targetTime) === +at
  if (!useStore($can)('write')) return null
  return (
    <a
      href={`/dashboard/create-post?at=${at.toISOString()}`}
      data-slot={at.toISOString()}
      draggable={false}
      tabIndex={inList ? undefined : -1}
      className={`flex min-w-0 items-center gap-0.5 rounded-selector @max-[6.2rem]:gap-0 border border-dashed outline-base-content
        hover:bg-base-200 hover:text-base-content focus-visible:outline-2
        ${isTarget ? 'border-base-content bg-base-100 text-base-content' : `text-soft ${isQuiet ? 'border-transparent hover:border-edge @max-[5.75rem]:border-edge' : 'border-edge'}`} ${className}`}
    >
      <Plus className="size-3.5 shrink-0 @max-[6.2rem]:size-3 @max-[5.75rem]:hidden" />
      <span
        translate="no"
        className="truncate tabular-nums @max-[5.75rem]:overflow-visible @max-[5.75rem]:leading-tight @max-[5.75rem]:whitespace-normal"
      >
        {formatTime(at, zone)}
      </span>
      <span className="sr-only">, free slot on {formatWeekday(at, zone)}: create a post</span>
    </a>
  )
}
