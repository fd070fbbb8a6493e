import type { Item } from '#site/dashboard/calendar/items.ts'
import { hourOfCell } from './cells.ts'

const MORNING = 7

/**
 * Returns the hour at which a week opens: in the morning, or earlier with its first post or free slot. A post that needs attention
 * may be due at any time of night, and doesn't count.
 */
export function openingHour(
  byHour: ReadonlyMap<string, readonly Pick<Item, 'isProblem'>[]>,
  slots: ReadonlyMap<string, unknown>,
) {
  const planned = [...byHour].filter(([, items]) => !items.every(({ isProblem }) => isProblem))
  return Math.min(MORNING, ...[...planned.map(([cell]) => cell), ...slots.keys()].map(hourOfCell))
}
