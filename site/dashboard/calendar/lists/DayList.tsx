import { useStore } from '@nanostores/react'

import { $freeByDay, suggestedTime } from '#site/dashboard/calendar/advice/slots.ts'
import { nothingOn, shortDay } from '#site/dashboard/calendar/days/labels.ts'
import { specialDay } from '#site/dashboard/calendar/days/special-days.ts'
import { $byDay } from '#site/dashboard/calendar/store.ts'
import { turnDayBySwipe } from '#site/dashboard/calendar/swipe/turn-by-swipe.ts'
import { $day, $zone, today } from '#site/dashboard/calendar/url.ts'
import { readDay } from '#site/ui/date-time-picker/days.ts'
import { CreateLink } from './CreateLink.tsx'
import { FreeTimes } from './FreeTimes.tsx'
import { Posts } from './Posts.tsx'

const TITLE_ID = 'calendar-day'

/** The chosen day's posts below the grid, where its cells are too small for them. */
export function DayList() {
  const key = useStore($day)
  const items = useStore($byDay).get(key) ?? []
  const zone = useStore($zone)
  const free = useStore($freeByDay)
  const day = readDay(key)
  if (!day) return null
  const special = specialDay(day, zone)
  const at = suggestedTime(free, zone, day)
  return (
    <section
      ref={turnDayBySwipe}
      aria-labelledby={TITLE_ID}
      data-swipe
      className="mt-3 grid grid-cols-1 gap-3 sm:mt-5"
    >
      <div className="flex items-center justify-between gap-3">
        <h3 id={TITLE_ID} aria-live="polite" className="text-sm min-[24rem]:text-base">
          {shortDay(day)}
          {special && <span className="font-normal text-soft"> {special}</span>}
        </h3>
        {at && <CreateLink at={at} />}
      </div>
      {items.length === 0 ? <p className="text-soft">{nothingOn(day, today())}</p> : <Posts items={items} />}
      <FreeTimes day={day} />
    </section>
  )
}
