import type { ReactNode } from 'react'

import { pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { openPage } from '#site/dashboard/shared/router.ts'
import { $open } from './DayDialog.tsx'
import { dayKey } from './days.ts'
import type { Item } from './items.ts'
import { dayWithCount } from './labels.ts'
import { $entries } from './store.ts'

type DayButtonProps = {
  day: Date
  items: Item[]
  isToday: boolean
  tabIndex: 0 | -1
  className: string
  children: ReactNode
}

/** A day of the grid for keyboards: opens the day's only post, or else the day. */
export function DayButton({ day, items, isToday, children, ...button }: DayButtonProps) {
  function open() {
    const [first, second] = items
    if ($entries.get().state !== 'ready') return
    if (first && !second) openPage(pathToPost(first.postId))
    else $open.set(day)
  }
  return (
    <button type="button" aria-current={isToday ? 'date' : undefined} onClick={open} {...button}>
      <time aria-hidden="true" dateTime={dayKey(day)} className="flex items-center gap-2">
        {children}
      </time>
      <span className="sr-only">{dayWithCount(day, items.length)}</span>
    </button>
  )
}
