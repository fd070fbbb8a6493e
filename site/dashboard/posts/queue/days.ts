import type { Post } from '#shared/posts/posts.ts'
import { dueAt } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { formatWeekday } from '#site/lib/format.ts'
import { clockIn } from '#site/lib/wall-clock.ts'
import { addDays, dayIn, dayKey } from '#site/ui/date-time-picker/days.ts'

/** A post, or a posting time without one. */
export type QueueItem = { at: Date; post?: Post }

export type QueueDay = { key: string; items: QueueItem[] }

/** Returns posts and free slots by local day in a zone, in the order of their times. */
export function queueDays(posts: readonly Post[], free: readonly Date[], zone: string): QueueDay[] {
  const planned: QueueItem[] = posts.map(post => ({ at: new Date(dueAt(post)), post }))
  const taken = new Set(planned.map(({ at }) => +at))
  const items = [...planned, ...free.filter(at => !taken.has(+at)).map(at => ({ at }))]
  const inOrder = items.toSorted((a, b) => +a.at - +b.at)
  return [...Map.groupBy(inOrder, ({ at }) => clockIn(zone, at).day)].map(([key, ofDay]) => ({
    key,
    items: ofDay,
  }))
}

/** 'Today', 'Tomorrow', 'Friday 27 November' or, in another year, 'Friday 1 January 2027'. */
export function nameOfDay({ key, items }: QueueDay, zone: string, now: Date): string {
  const today = dayIn(zone, now)
  if (key === dayKey(today)) return 'Today'
  if (key === dayKey(addDays(today, 1))) return 'Tomorrow'
  const year = key.slice(0, 4)
  const weekday = formatWeekday(items[0]?.at ?? now, zone)
  return year === String(today.getFullYear()) ? weekday : `${weekday} ${year}`
}
