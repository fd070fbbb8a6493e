import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'

import { dayWithCount } from '#site/dashboard/calendar/days/labels.ts'
import { specialDay } from '#site/dashboard/calendar/days/special-days.ts'
import { countProblems, type Item } from '#site/dashboard/calendar/items.ts'
import { $openDay } from '#site/dashboard/calendar/lists/open-day.ts'
import { $entries } from '#site/dashboard/calendar/store.ts'
import { $isWide, $zone, activateDay, todayKey } from '#site/dashboard/calendar/url.ts'
import { pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { openPage } from '#site/dashboard/shared/router.ts'
import { dayKey } from '#site/ui/date-time-picker/days.ts'

type DayButtonProps = {
  day: Date
  items: readonly Item[]
  isActive: boolean
  className: string
  children: ReactNode
}

/** Opens a day of the grid by keyboard: its only post, or else the whole day. On a phone, shows the day below the grid. */
export function DayButton({ day, items, isActive, className, children }: DayButtonProps) {
  const key = dayKey(day)
  const special = specialDay(day, useStore($zone))
  function open() {
    const [first, second] = items
    if (!$isWide.get()) activateDay(key)
    else if ($entries.get().state !== 'ready') return
    else if (first && !second) openPage(pathToPost(first.postId))
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
        {dayWithCount(day, items.length, countProblems(items))}
        {special && `, ${special}`}
      </span>
    </button>
  )
}

/** The number in a day's circle; today's keeps its shape in forced colours. */
export const DayNumber = ({ isToday, children }: { isToday: boolean; children: ReactNode }) => (
  <span
    translate="no"
    className={`grid h-6 min-w-6 place-items-center rounded-full px-1 text-xs whitespace-nowrap tabular-nums
      ${isToday ? 'bg-primary font-bold text-primary-content forced-colors:outline-2 forced-colors:outline-offset-1' : 'font-semibold'}`}
  >
    {children}
  </span>
)
