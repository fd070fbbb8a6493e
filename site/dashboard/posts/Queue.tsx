import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'

import { DAY_MS } from '#shared/durations.ts'
import type { Post } from '#shared/posts/posts.ts'
import { nameOfDay } from '#site/dashboard/shared/DayList.tsx'
import { remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { dueAt, $now } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { freeAmong, readUpcomingSlots } from '#site/dashboard/shared/quick-times/times.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { formatTime } from '#site/lib/format.ts'
import { whileShown } from '#site/lib/remote.ts'
import { clockIn } from '#site/lib/wall-clock.ts'
import { lists, PAGE_SIZE, postAt } from './lists.ts'
import { PostRow } from './PostRow.tsx'
import { $filters, $isAll, isFiltered } from './url.ts'

type QueueItem = { at: Date; post?: Post }

/** More free slots in a row would push the posts out of sight. */
const MAX_FREE_IN_A_ROW = 3

/** Returns posts and free slots by local day in a zone, sorted by time. Of many free slots in a row, only the first ones. */
export function queueDays(posts: readonly Post[], free: readonly Date[], zone: string): QueueItem[][] {
  const planned: QueueItem[] = posts.map(post => ({ at: new Date(dueAt(post)), post }))
  const taken = new Set(planned.map(({ at }) => +at))
  const slots: QueueItem[] = free.filter(at => !taken.has(+at)).map(at => ({ at }))
  const sorted = [...planned, ...slots].toSorted((a, b) => +a.at - +b.at)
  const shown = sorted.filter(({ post }, index) => {
    const before = sorted.slice(Math.max(0, index - MAX_FREE_IN_A_ROW), index)
    return post || before.length < MAX_FREE_IN_A_ROW || before.some(item => item.post)
  })
  return [...Map.groupBy(shown, ({ at }) => clockIn(zone, at).day).values()]
}

/** Scheduled posts below the headings of their days, with the next free posting times between them. */
export function Queue({ posts }: { posts: readonly Post[] }) {
  const free = useStore($freeSlots)
  const zone = useStore($businessZone)
  const now = useStore($now)
  const mayWrite = useStore($can)('write')
  const slots = mayWrite && free.state === 'ready' ? free.data : []
  return queueDays(posts, slots, zone).map(items => {
    const name = nameOfDay(items[0]!.at, now, zone)
    return (
      <li key={name}>
        <h2 className="border-b border-base-300 bg-base-200/60 px-3 py-1.5 font-sans text-sm font-semibold tracking-normal">
          {name}
        </h2>
        <ul className="divide-y divide-base-300">
          {items.map(({ at, post }) => (
            <li key={post?._id ?? +at}>
              {post ? (
                <PostRow post={post} tab="scheduled" queued />
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

const FreeSlot = ({ at, zone, day }: { at: Date; zone: string; day: string }) => (
  <a
    href={`/dashboard/create-post?at=${at.toISOString()}`}
    className="flex min-h-11 w-full items-center gap-3 px-2 py-1 ps-3 text-start text-sm text-soft hover:bg-base-200/60 hover:text-base-content sm:ps-12"
  >
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
