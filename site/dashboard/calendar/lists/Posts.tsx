import { useStore } from '@nanostores/react'

import { Chip } from '#site/dashboard/calendar/chip/Chip.tsx'
import { type Item, urgentFirst } from '#site/dashboard/calendar/items.ts'
import { canReschedule } from '#site/dashboard/calendar/moves/reschedule.ts'
import { $isWide } from '#site/dashboard/calendar/url.ts'
import { RescheduleButton } from './RescheduleButton.tsx'

type PostsProps = { items: readonly Item[]; onOpen?: () => void }

/** A day's posts in rows, the most urgent first. Where posts can't be dragged to other days, each has a button to move it. */
export function Posts({ items, onOpen }: PostsProps) {
  const isWide = useStore($isWide)
  return (
    <ul className="grid grid-cols-1 gap-1.5">
      {urgentFirst(items).map(item => {
        const hasButton = !isWide && canReschedule(item)
        return (
          <li key={item.id} className="relative grid grid-cols-1" onClick={onOpen}>
            <Chip item={item} variant={hasButton ? 'rowWithButton' : 'row'} />
            {hasButton && <RescheduleButton item={item} />}
          </li>
        )
      })}
    </ul>
  )
}
