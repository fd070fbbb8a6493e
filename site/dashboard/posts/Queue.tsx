import { useStore } from '@nanostores/react'
import { CalendarPlus, Plus } from 'lucide-react'
import { useState } from 'react'

import { DAY_MS } from '#shared/durations.ts'
import type { Post } from '#shared/posts/posts.ts'
import { remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { dueAt, $now } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { freeAmong, readUpcomingSlots } from '#site/dashboard/shared/quick-times/times.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { formatLongDay, formatTime } from '#site/lib/format.ts'
import { $isPhone } from '#site/lib/media-query.ts'
import { whileShown } from '#site/lib/remote.ts'
import { clockIn } from '#site/lib/wall-clock.ts'
import { addDays, dateIn, dayKey } from '#site/ui/date-time-picker/days.ts'
import { lists, PAGE_SIZE, postAt } from './lists.ts'
import { PostRow } from './PostRow.tsx'
import { $filters, $isAll, isFiltered } from './url.ts'

/** A post, a free slot, or a line for several free slots. */
type QueueItem = { at: Date; post?: Post; folded?: readonly Date[] }

type QueueDay = { key: string; items: QueueItem[] }

/** Folds `min` or more free slots in a row into a line, unless `shown` has the time of one. */
type Folding = { min: number; shown: ReadonlySet<number> }

/** Returns posts and free slots by local day in a zone, sorted by time. */
export function queueDays(
  posts: readonly Post[],
  free: readonly Date[],
  zone: string,
  folding?: Folding,
): QueueDay[] {
  const planned: QueueItem[] = posts.map(post => ({ at: new Date(dueAt(post)), post }))
  const taken = new Set(planned.map(({ at }) => +at))
  const slots = free.filter(at => !taken.has(+at)).map(at => ({ at }))
  const sorted = [...planned, ...slots].toSorted((a, b) => +a.at - +b.at)
  const shown = folding ? fold(sorted, folding) : sorted
  const days = Map.groupBy(shown, ({ at }) => clockIn(zone, at).day)
  return [...days].map(([key, items]) => ({ key, items }))
}

function fold(items: readonly QueueItem[], { min, shown }: Folding): QueueItem[] {
  const runs: QueueItem[][] = []
  for (const item of items) {
    const run = runs.at(-1)
    if (run && !item.post && !run[0]?.post) run.push(item)
    else runs.push([item])
  }
  return runs.flatMap(run => {
    const [first] = run
    const isShort = !first || run.length < min || run.some(({ at }) => shown.has(+at))
    return isShort ? run : [{ at: first.at, folded: run.map(({ at }) => at) }]
  })
}

/** Returns '12 free times until Friday', '3 free times on Friday' or, below that day's heading, '3 free times'. */
export function nameOfFolded(
  folded: readonly Date[],
  { zone, now, isHeaded }: { zone: string; now: Date; isHeaded: boolean },
): string {
  const count = `${folded.length} free times`
  const [first, last] = [folded[0] ?? now, folded.at(-1) ?? now]
  const key = clockIn(zone, last).day
  const isOneDay = clockIn(zone, first).day === key
  if (isOneDay && isHeaded) return count
  const name = nameOfDay({ key, items: [{ at: last }] }, zone, now)
  const isNear = name === 'Today' || name === 'Tomorrow'
  const isThisWeek = key < dayKey(addDays(dateIn(zone, now), 7))
  const day = isNear ? name.toLowerCase() : isThisWeek ? name.split(' ')[0] : name
  return `${count} ${isOneDay ? (isNear ? '' : 'on ') : 'until '}${day}`
}

/** Returns 'Today', 'Tomorrow', 'Friday 27 November' or, in another year, 'Friday 1 January 2027'. */
export function nameOfDay({ key, items }: QueueDay, zone: string, now: Date): string {
  const today = dateIn(zone, now)
  if (key === dayKey(today)) return 'Today'
  if (key === dayKey(addDays(today, 1))) return 'Tomorrow'
  return formatLongDay(items[0]?.at ?? now, now, zone)
}

/** Minimum number of free slots in a row to fold. */
const MIN_FOLDED = { phone: 2, wide: 4 }
const SLOT =
  'flex min-h-11 w-full items-center gap-3 px-2 py-1 ps-3 text-start text-sm text-soft hover:bg-base-200/60 hover:text-base-content sm:ps-12'

/** Scheduled posts below the headings of their days, with the free posting times. */
export function Queue({ posts }: { posts: readonly Post[] }) {
  const free = useStore($freeSlots)
  const zone = useStore($businessZone)
  const now = useStore($now)
  const mayWrite = useStore($can)('write')
  const min = useStore($isPhone) ? MIN_FOLDED.phone : MIN_FOLDED.wide
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set())
  const slots = mayWrite && free.state === 'ready' ? free.data : []
  /** Moves the focus to the first slot, because the pressed button disappears. */
  function unfold(folded: readonly Date[]) {
    setShown(new Set([...shown, ...folded.map(Number)]))
    requestAnimationFrame(() => document.getElementById(slotId(folded[0] ?? now))?.focus())
  }
  return queueDays(posts, slots, zone, { min, shown }).map(day => {
    const name = nameOfDay(day, zone, now)
    const isHeaded = day.items.some(({ folded }) => !folded)
    return (
      <li key={day.key}>
        {isHeaded && (
          <h2 className="border-b border-base-300 bg-base-200/60 px-3 py-1.5 font-sans text-sm font-semibold tracking-normal">
            {name}
          </h2>
        )}
        <ul className="divide-y divide-base-300">
          {day.items.map(({ at, post, folded }) => (
            <li key={post?._id ?? +at}>
              {post ? (
                <PostRow post={post} tab="scheduled" queued />
              ) : folded ? (
                <FoldedSlots
                  name={nameOfFolded(folded, { zone, now, isHeaded })}
                  onShow={() => unfold(folded)}
                />
              ) : (
                <FreeSlot at={at} zone={zone} day={name} />
              )}
            </li>
          ))}
        </ul>
      </li>
    )
  })
}

const slotId = (at: Date) => `slot-${+at}`

const FreeSlot = ({ at, zone, day }: { at: Date; zone: string; day: string }) => (
  <a id={slotId(at)} href={`/dashboard/create-post?at=${at.toISOString()}`} className={SLOT}>
    <span className="grid h-8 w-12 shrink-0 place-items-center rounded-field border border-dashed border-edge">
      <Plus className="size-4" />
    </span>
    <span className="tabular-nums">
      {formatTime(at, zone)}
      <span className="sr-only">, {day}</span> · free slot
      <span className="sr-only">: create a post</span>
    </span>
  </a>
)

const FoldedSlots = ({ name, onShow }: { name: string; onShow: () => void }) => (
  <button type="button" onClick={onShow} className={`cursor-pointer ${SLOT}`}>
    <span className="grid h-8 w-12 shrink-0 place-items-center">
      <CalendarPlus className="size-4.5" />
    </span>
    <span>
      {name} · <span className="underline underline-offset-4">Show</span>
    </span>
  </button>
)

/** Free slots beyond this window would fill the list. */
const WINDOW_MS = 14 * DAY_MS

/** Returns true if the list has all scheduled posts of one business. */
export const isWholePlan = () => !$isAll.get() && !isFiltered($filters.get())

/** Free posting times between the first posts of this page and the next. */
export const $freeSlots = remoteOfSelection(async (domainId): Promise<Date[]> => {
  const list = lists.scheduled.value
  if (!isWholePlan() || list?.state !== 'ready' || !domainId) return []
  const { posts, page, pages } = list.data
  const [first] = posts
  const now = Date.now()
  const start = page > 1 && first ? Math.max(now, Date.parse(dueAt(first))) : now
  const next =
    page < pages && start < now + WINDOW_MS ? await postAt('scheduled', page * PAGE_SIZE) : undefined
  const end = Math.min(now + WINDOW_MS, next ? Date.parse(dueAt(next)) : Infinity)
  if (start >= end) return []
  const slots = await readUpcomingSlots(new Date(start), new Date(end))
  return freeAmong(slots)
})

// Posts and drafts take and free slots.
whileShown($freeSlots, reloadSoon => [lists.scheduled.listen(reloadSoon), $drafts.listen(reloadSoon)])
