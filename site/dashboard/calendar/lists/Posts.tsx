import { Chip } from '#site/dashboard/calendar/chip/Chip.tsx'
import { type Item, urgentFirst } from '#site/dashboard/calendar/items.ts'

/** A day's posts in rows, the most urgent first. */
export const Posts = ({ items, onOpen }: { items: readonly Item[]; onOpen?: () => void }) => (
  <ul className="grid grid-cols-1 gap-1.5">
    {urgentFirst(items).map(item => (
      <li key={item.id} className="grid grid-cols-1" onClick={onOpen}>
        <Chip item={item} variant="row" />
      </li>
    ))}
  </ul>
)
