import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'

import { shortDay } from '#site/dashboard/calendar/days.ts'
import { $over } from '#site/dashboard/calendar/drag.ts'
import { $listed } from '#site/dashboard/calendar/Earlier.tsx'
import type { Item } from '#site/dashboard/calendar/items.ts'
import { specialDay } from '#site/dashboard/calendar/special-days.ts'
import { $zone, todayKey } from '#site/dashboard/calendar/url.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { readDay } from '#site/ui/date-time-picker/days.ts'
import { FreeTimes } from './FreeTimes.tsx'
import { Posts } from './Posts.tsx'

const SHOWN_AT_ONCE = 50

/** The days that have posts, as a list that renders more while scrolling. */
export function Agenda() {
  const listed = useStore($listed)
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const more = useRef<HTMLButtonElement>(null)
  const days = upTo(shown, listed)
  const isCut = days.length < listed.length
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
          <Day key={key} dayKey={key} items={items} />
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

/**
 * A day, on which posts can be dropped. Skips layout far from the viewport, because a month may have hundreds of posts. That
 * clips what is outside the day's padding, which leaves room for the corners and outlines of its posts.
 */
function Day({ dayKey, items }: { dayKey: string; items: Item[] }) {
  const zone = useStore($zone)
  const isOver = useStore($over) === dayKey
  const day = readDay(dayKey)
  if (!day) return null
  const special = specialDay(day, zone)
  return (
    <li
      data-day={dayKey}
      className={`-m-1 rounded-box p-1 [contain-intrinsic-size:auto_12rem] [content-visibility:auto] ${isOver ? 'bg-primary/25 forced-colors:outline-2' : ''}`}
    >
      <h3 className="mb-2 flex items-center gap-2 text-base">
        {shortDay(day)}
        {special && <span className="font-normal text-soft">{special}</span>}
        {dayKey === todayKey() && <Badge tone="iris">Today</Badge>}
      </h3>
      <Posts items={items} />
      <FreeTimes folded day={day} />
    </li>
  )
}
