import { daysLater, addQuarters, type View } from '#site/dashboard/calendar/days/days.ts'
import type { Item } from '#site/dashboard/calendar/items.ts'
import { nudgeTo } from '#site/dashboard/calendar/moves/moves.ts'
import { $zone } from '#site/dashboard/calendar/url.ts'
import { addDays, addMonths, dayByKey } from '#site/ui/date-time-picker/days.ts'

type Key = { key: string; shiftKey: boolean; preventDefault: () => void }

const DAYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }
const WEEKS: Record<string, number> = { ArrowUp: -7, ArrowDown: 7 }
const QUARTERS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

export const SHORTCUTS = 'Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown'

/** Moves the focused post by Shift with an arrow: by a day, in a month by a week, elsewhere by a quarter of an hour. */
export function moveByKey(event: Key, item: Item, view: View) {
  if (!event.shiftKey) return
  const days = DAYS[event.key] ?? (view === 'month' ? WEEKS[event.key] : undefined)
  const quarters = view === 'month' ? undefined : QUARTERS[event.key]
  if (days === undefined && quarters === undefined) return
  event.preventDefault()
  nudgeTo(item, days === undefined ? addQuarters(item.at, quarters!) : daysLater($zone.get(), item.at, days))
}

const PAGES: Record<string, number> = { PageUp: -1, PageDown: 1 }

/**
 * Returns the day to which a key moves, as in any date grid. Exceptions in a week: Page Up and Down move by a week, with
 * Shift by a month, and arrows up and down move among the posts of a day. Shift with an arrow moves posts.
 */
export function dayFrom(view: View, day: Date, { key, shiftKey }: Pick<Key, 'key' | 'shiftKey'>) {
  const isUpOrDown = key === 'ArrowUp' || key === 'ArrowDown'
  if ((shiftKey && key.startsWith('Arrow')) || (view === 'week' && isUpOrDown)) return undefined
  const pages = PAGES[key]
  if (view === 'month' || pages === undefined) return dayByKey(day, key, shiftKey)
  return shiftKey ? addMonths(day, pages) : addDays(day, pages * 7)
}

/** Returns the index within a day to which a key moves: 0 is the day itself, followed by its posts. */
export function postFrom(count: number, at: number, { key, shiftKey }: Pick<Key, 'key' | 'shiftKey'>) {
  const leads: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Escape: 0,
    F2: at === 0 ? 1 : 0,
  }
  const next = shiftKey ? undefined : leads[key]
  return next !== undefined && next !== at && next >= 0 && next < count ? next : undefined
}
