import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'

import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { isSameDay } from '#site/ui/date-time-picker/days.ts'
import { Chip } from './Chip.tsx'
import { readDay } from './days.ts'
import type { Item } from './items.ts'
import { shortDay } from './labels.ts'
import { $byDay } from './store.ts'

const SHOWN_AT_ONCE = 50

/** The month's days that have posts, as a list that renders more while scrolling. */
export function Agenda() {
  const byDay = useStore($byDay)
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const more = useRef<HTMLButtonElement>(null)
  const days = upTo(shown, [...byDay])
  const isCut = days.length < byDay.size
  const showMore = () => setShown(shown + SHOWN_AT_ONCE)

  useEffect(() => {
    if (!more.current) return
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && showMore(), {
      rootMargin: '400px',
    })
    observer.observe(more.current)
    return () => observer.disconnect()
  })

  return (
    <div className="grid grid-cols-1 gap-6">
      <ol className="grid grid-cols-1 gap-6">
        {days.map(([key, items]) => (
          <Day key={key} day={readDay(key)!} items={items} />
        ))}
      </ol>
      {isCut && (
        <Button ref={more} onClick={showMore} className="justify-self-center">
          Show more
        </Button>
      )}
    </div>
  )
}

/** Returns whole days until `count` posts are reached. */
function upTo(count: number, days: [string, Item[]][]) {
  let posts = 0
  return days.filter(([, items]) => {
    const fits = posts < count
    posts += items.length
    return fits
  })
}

/** Skips layout far from the viewport: a month may hold hundreds of posts. */
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
