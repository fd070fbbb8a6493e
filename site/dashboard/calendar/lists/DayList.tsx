import { useStore } from '@nanostores/react'

import { firstTimeOn } from '#site/dashboard/calendar/days/days.ts'
import { shortDay } from '#site/dashboard/calendar/days/labels.ts'
import { specialDay } from '#site/dashboard/calendar/days/special-days.ts'
import { $byDay } from '#site/dashboard/calendar/store.ts'
import { $day, $zone } from '#site/dashboard/calendar/url.ts'
import { readDay } from '#site/ui/date-time-picker/days.ts'
import { CreateLink } from './CreateLink.tsx'
import { Posts } from './Posts.tsx'

const TITLE_ID = 'calendar-day'

/** The chosen day's posts below the grid, where its cells are too small for them. */
export function DayList() {
  const key = useStore($day)
  const items = useStore($byDay).get(key) ?? []
  const zone = useStore($zone)
  const day = readDay(key)
  if (!day) return null
  const special = specialDay(day, zone)
  const at = firstTimeOn(zone, day, new Date())
  return (
    <section aria-labelledby={TITLE_ID} className="mt-5 grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id={TITLE_ID} aria-live="polite" className="text-base">
          {shortDay(day)}
          {special && <span className="font-normal text-soft"> {special}</span>}
        </h3>
        {at && <CreateLink at={at} />}
      </div>
      {items.length === 0 ? (
        <p className="text-soft">Nothing is planned for this day.</p>
      ) : (
        <Posts items={items} />
      )}
    </section>
  )
}
