import { daysLater, quartersLater, type View } from './days.ts'
import type { Item } from './items.ts'
import { nudgeTo } from './moves.ts'

type Key = { key: string; shiftKey: boolean; preventDefault: () => void }

const DAYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }
const WEEKS: Record<string, number> = { ArrowUp: -7, ArrowDown: 7 }
const QUARTERS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

export const SHORTCUTS = 'Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown'

/** Shift with an arrow moves the post that has the focus: by a day, in a month by a week, elsewhere by a quarter of an hour. */
export function moveByKey(event: Key, item: Item, view: View) {
  if (!event.shiftKey) return
  const days = DAYS[event.key] ?? (view === 'month' ? WEEKS[event.key] : undefined)
  const quarters = view === 'month' ? undefined : QUARTERS[event.key]
  if (days === undefined && quarters === undefined) return
  event.preventDefault()
  nudgeTo(item, days === undefined ? quartersLater(item.at, quarters!) : daysLater(item.at, days))
}
