import { useStore } from '@nanostores/react'
import { ChevronDown, Plus } from 'lucide-react'
import { useId } from 'react'

import { $freeByDay } from '#site/dashboard/calendar/advice.ts'
import { $zone } from '#site/dashboard/calendar/url.ts'
import { Allowed } from '#site/dashboard/shared/permissions.tsx'
import { formatTime } from '#site/lib/format.ts'
import { dayKey } from '#site/ui/date-time-picker/days.ts'

type FreeTimesProps = {
  day: Date
  /** Shows one line until it is pressed. */
  folded?: boolean
  onOpen?: () => void
}

/** A day's free slots, as links that start a post. */
export function FreeTimes({ day, folded, onOpen }: FreeTimesProps) {
  const zone = useStore($zone)
  const labelId = useId()
  const slots = useStore($freeByDay).get(dayKey(day)) ?? []
  if (slots.length === 0) return null
  const label = slots.length === 1 ? 'Free slot' : 'Free slots'
  const links = <Links slots={slots} zone={zone} labelledBy={labelId} onOpen={onOpen} />
  return (
    <Allowed to="write">
      {folded ? (
        <details key={dayKey(day)} className="group text-sm">
          <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 rounded-selector text-soft">
            <ChevronDown className="size-4 shrink-0 group-open:rotate-180" />
            <span id={labelId} className="shrink-0 font-semibold">
              {label}
            </span>
            <span className="truncate tabular-nums group-open:hidden">
              {slots.map(at => formatTime(at, zone)).join(', ')}
            </span>
          </summary>
          {links}
        </details>
      ) : (
        <div className="text-sm">
          <p id={labelId} className="font-semibold text-soft">
            {label}
          </p>
          {links}
        </div>
      )}
    </Allowed>
  )
}

type LinksProps = {
  slots: readonly Date[]
  zone: string
  labelledBy: string
  onOpen?: (() => void) | undefined
}

const Links = ({ slots, zone, labelledBy, onOpen }: LinksProps) => (
  <ul aria-labelledby={labelledBy} className="flex flex-wrap gap-2 py-1">
    {slots.map(at => (
      <li key={+at}>
        <a
          href={`/dashboard/create-post?at=${at.toISOString()}`}
          onClick={onOpen}
          className="flex min-h-11 items-center gap-1 rounded-field border border-dashed border-edge px-3 hover:bg-base-200"
        >
          <Plus className="size-4" />
          <span className="sr-only">Create a post at </span>
          {formatTime(at, zone)}
        </a>
      </li>
    ))}
  </ul>
)
