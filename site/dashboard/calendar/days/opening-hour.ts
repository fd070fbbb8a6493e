import type { Item } from '#site/dashboard/calendar/items.ts'
import { clockIn } from '#site/lib/wall-clock.ts'

const MORNING = 7

/**
 * Returns the hour at which a week opens: in the morning, or earlier with its first post or free slot. A post that needs attention
 * may be due at any time of night, and doesn't count.
 */
export function openingHour(
  items: readonly Pick<Item, 'at' | 'isProblem'>[],
  slots: readonly Date[],
  zone: string,
) {
  const planned = items.filter(({ isProblem }) => !isProblem).map(({ at }) => at)
  const hours = [...planned, ...slots].map(at => Math.floor(clockIn(zone, at).minutes / 60))
  return Math.min(MORNING, ...hours)
}
