import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'

import { shortDay } from '#site/dashboard/calendar/days/labels.ts'
import { $zone } from '#site/dashboard/calendar/url.ts'
import { $can } from '#site/dashboard/shared/permissions/permissions.ts'
import { formatTime } from '#site/lib/format.ts'
import { dayIn } from '#site/ui/date-time-picker/days.ts'

/** A posting time without a post: starts one at that time. */
export function FreeSlot({ at }: { at: Date }) {
  const zone = useStore($zone)
  if (!useStore($can)('write')) return null
  return (
    <a
      href={`/dashboard/create-post?at=${at.toISOString()}`}
      draggable={false}
      tabIndex={-1}
      className="flex min-h-7 min-w-0 items-center gap-1 rounded-selector border border-dashed border-edge px-1 text-xs text-soft outline-base-content
        hover:bg-base-200 hover:text-base-content focus-visible:outline-2"
    >
      <Plus aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="truncate tabular-nums">{formatTime(at, zone)}</span>
      <span className="sr-only">, free slot on {shortDay(dayIn(zone, at))}: create a post</span>
    </a>
  )
}
