import type { Post } from '#shared/posts/posts.ts'
import { dueAt } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { formatWeekday } from '#site/lib/format.ts'
import { clockIn } from '#site/lib/wall-clock.ts'
import { addDays, dayIn, dayKey } from '#site/ui/date-time-picker/days.ts'

/** A post, a free slot, or a line that stands for several free slots. */
export type QueueItem = { at: Date; post?: Post; folded?: readonly Date[] }

export type QueueDay = { key: string; items: QueueItem[] }

/** `min` or more free slots in a row are folded into a line, unless `shown` has the time of one. */
export type Folding = { min: number; shown: ReadonlySet<number> }

/** Returns posts and free slots by local day in a zone, in the order of their times. */
export function queueDays(
  posts: readonly Post[],
  free: readonly Date[],
  zone: string,
  folding?: Folding,
): QueueDay[] {
  const planned: QueueItem[] = posts.map(post => ({ at: new Date(dueAt(post)), post }))
  const taken = new Set(planned.map(({ at }) => +at))
  const items = [...planned, ...free.filter(at => !taken.has(+at)).map(at => ({ at }))]
  const inOrder = items.toSorted((a, b) => +a.at - +b.at)
  const shown = folding ? fold(inOrder, folding) : inOrder
  return [...Map.groupBy(shown, ({ at }) => clockIn(zone, at).day)].map(([key, ofDay]) => ({
    key,
    items: ofDay,
  }))
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

/** '12 free times until Friday', or '3 free times on Friday' if all are on one day. A heading may name that day already. */
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
  const isThisWeek = key < dayKey(addDays(dayIn(zone, now), 7))
  const day = isNear ? name.toLowerCase() : isThisWeek ? name.split(' ')[0] : name
  return `${count} ${isOneDay ? (isNear ? '' : 'on ') : 'until '}${day}`
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
