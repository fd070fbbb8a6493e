import { useStore } from '@nanostores/react'

import { plural } from '#shared/plural.ts'
import { $freeByDay } from '#site/dashboard/calendar/advice/slots.ts'
import { wholeDay } from '#site/dashboard/calendar/days/labels.ts'
import { $openDay } from '#site/dashboard/calendar/lists/open-day.ts'
import { dayKey } from '#site/ui/date-time-picker/days.ts'
import { FreeSlot } from './FreeSlot.tsx'

/** In the corner beside the day's number, or in a narrow cell below its posts. */
const PLACE = '@min-[7.5rem]:absolute @min-[7.5rem]:end-1 @min-[7.5rem]:top-1 @min-[7.5rem]:mt-0'

/** A day's next free slot and the number of others. */
export function DaySlots({ day }: { day: Date }) {
  const [next, ...others] = useStore($freeByDay).get(dayKey(day)) ?? []
  if (!next)
    return (
      <span
        aria-hidden="true"
        className="absolute end-2 top-2 hidden text-xs font-semibold text-soft group-hover/day:block pointer-coarse:hidden"
      >
        + Create
      </span>
    )
  return (
    <div
      className={`mt-1 flex min-w-0 ${PLACE} ${day.getDate() === 1 ? '@min-[7.5rem]:max-w-[calc(100%-3.25rem)]' : '@min-[7.5rem]:max-w-[calc(100%-1.75rem)]'}`}
    >
      <FreeSlot isQuiet at={next} className="min-h-6" />
      {others.length > 0 && (
        <button
          type="button"
          tabIndex={-1}
          onClick={() => $openDay.set(day)}
          className="min-h-6 shrink-0 cursor-pointer rounded-selector px-0.5 text-xs @max-[6.2rem]:px-0 text-soft tabular-nums outline-base-content hover:bg-base-200 focus-visible:outline-2"
        >
          <span title={plural(others.length, 'more free slot')} translate="no">
            +{others.length}
          </span>
          <span className="sr-only"> more free on {wholeDay(day)}</span>
        </button>
      )}
    </div>
  )
}
