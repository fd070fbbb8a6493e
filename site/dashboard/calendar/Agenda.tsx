import { useStore } from '@nanostores/react'

import { isSameDay } from '#site/ui/date-time-picker/days.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Chip } from './Chip.tsx'
import { readDay } from './days.ts'
import type { Item } from './items.ts'
import { $byDay } from './store.ts'
import { shortDay } from './words.ts'

/** The month's days that have something, beneath each other. */
export const Agenda = () => (
  <ol className="grid grid-cols-1 gap-6">
    {[...useStore($byDay)].map(([key, items]) => (
      <Day key={key} day={readDay(key)!} items={items} />
    ))}
  </ol>
)

/** What is far from the screen is not laid out: a month may hold hundreds. */
const Day = ({ day, items }: { day: Date; items: Item[] }) => (
  <li className="[contain-intrinsic-size:auto_12rem] [content-visibility:auto]">
    <h3 className="mb-2 flex items-center gap-2 text-base">
      {shortDay(day)}
      {isSameDay(day, new Date()) && <Badge tone="iris">Today</Badge>}
    </h3>
    <ul className="grid grid-cols-1 gap-1.5">
      {items.map(item => (
        <li key={item.id} className="grid grid-cols-1">
          <Chip item={item} look="row" />
        </li>
      ))}
    </ul>
  </li>
)
