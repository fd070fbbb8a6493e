import type { Item } from '#site/dashboard/calendar/items.ts'
import { hourOfCell } from './cells.ts'

const MORNING = 7

/**
 * Returns the hour to which a week is scrolled at first: seven in the morning, or that of an earlier post or free slot. Ignores
 * posts that need attention, because they may be due at any time of night.
 */
export function openingHour(
  byHour: ReadonlyMap<string, readonly Pick<Item, 'isProblem'>[]>,
  slots: ReadonlyMap<string, unknown>,
) {
  const planned = [...byHour].filter(([, items]) => !items.every(({ isProblem }) => isProblem))
  return Math.min(MORNING, ...[...planned.map(([cell]) => cell), ...slots.keys()].map(hourOfCell))
}
