import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'

import { shortDay } from '#site/dashboard/calendar/days/labels.ts'
import { $targetTime } from '#site/dashboard/calendar/moves/drag.ts'
import { $zone } from '#site/dashboard/calendar/url.ts'
import { $can } from '#site/dashboard/shared/permissions/permissions.ts'
import { formatTime } from '#site/lib/format.ts'
import { dayIn } from '#site/ui/date-time-picker/days.ts'

type Props = {
  at: Date
  className: string
  /** Draws no border, because most days of a month have a slot. */
  isQuiet?: boolean
}

/** A free slot: pressing it starts a post at its time, and a post that is dropped on it gets its time. */
export function FreeSlot({ at, className, isQuiet }: Props) {
  const zone = useStore($zone)
  const isTarget = useStore($targetTime) === +at
  if (!useStore($can)('write')) return null
  return (
    <a
      href={`/dashboard/create-post?at=${at.toISOString()}`}
      data-slot={at.toISOString()}
      draggable={false}
      tabIndex={-1}
      className={`flex min-w-0 items-center gap-0.5 rounded-selector @max-[6.2rem]:gap-0 border border-dashed px-0.5 text-xs outline-base-content
        hover:bg-base-200 hover:text-base-content focus-visible:outline-2
        ${isTarget ? 'border-base-content bg-base-100 text-base-content' : `text-soft ${isQuiet ? 'border-transparent hover:border-edge' : 'border-edge'}`} ${className}`}
    >
      <Plus aria-hidden="true" className="size-3.5 shrink-0 @max-[6.2rem]:size-3 @max-[5.75rem]:hidden" />
      <span translate="no" className="truncate tabular-nums">
        {formatTime(at, zone)}
      </span>
      <span className="sr-only">, free slot on {shortDay(dayIn(zone, at))}: create a post</span>
    </a>
  )
}
