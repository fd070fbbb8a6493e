import { useStore } from '@nanostores/react'

import { shortDay } from '#site/dashboard/calendar/days/labels.ts'
import { $zone } from '#site/dashboard/calendar/url.ts'
import { formatTime } from '#site/lib/format.ts'
import { dayIn } from '#site/ui/date-time-picker/days.ts'
import { $drag, $target, COPY_KEY } from './drag.ts'

/** The preview below the pointer while something is dragged, with the time at which it would be dropped. */
export function Ghost() {
  const drag = useStore($drag)
  const target = useStore($target)
  const zone = useStore($zone)
  if (!drag) return null
  const { dragged, isCopy } = drag
  const at = dragged.isFixed && !isCopy ? undefined : (target ?? dragged.at)
  return (
    <div
      aria-hidden="true"
      // An inline style, because the position follows the pointer.
      style={{ translate: `${drag.x + 12}px ${drag.y + 12}px` }}
      className="pointer-events-none fixed start-0 top-0 z-50 max-w-56 rounded-selector border border-edge bg-raised px-2.5 py-1.5 text-xs shadow-lift"
    >
      {at && (
        <p className="font-semibold tabular-nums">
          {isCopy && 'Copy to '}
          {shortDay(dayIn(zone, at))}, {formatTime(at, zone)}
        </p>
      )}
      <p className="truncate">{dragged.label}</p>
      {dragged.dropCopy && !isCopy && <p className="text-soft">Hold {COPY_KEY} to copy it</p>}
    </div>
  )
}
