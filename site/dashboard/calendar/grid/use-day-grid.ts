import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'

import { KEYS_ID } from '#site/dashboard/calendar/Chip.tsx'
import { type View, $activeKey, $urlDay, $view, activateDay, showDay } from '#site/dashboard/calendar/days.ts'
import { TITLE_ID } from '#site/dashboard/calendar/Toolbar.tsx'
import { dayKey, readDay, addDays, addMonths, dayByKey } from '#site/ui/date-time-picker/days.ts'

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey'>

const PAGES: Record<string, number> = { PageUp: -1, PageDown: 1 }

/** Returns the day to which a key moves. In a week, Page Up and Down move by a week, and up and down move among a day's posts. */
export function dayFrom(view: View, day: Date, { key, shiftKey }: Key) {
  const isUpOrDown = key === 'ArrowUp' || key === 'ArrowDown'
  if ((shiftKey && key.startsWith('Arrow')) || (view === 'week' && isUpOrDown)) return undefined
  const pages = PAGES[key]
  if (view === 'month' || pages === undefined) return dayByKey(day, key, shiftKey)
  return shiftKey ? addMonths(day, pages) : addDays(day, pages * 7)
}

/** Returns the index within a day to which a key moves: 0 is the day itself, followed by its posts. */
export function postFrom(count: number, at: number, { key, shiftKey }: Key) {
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Escape: 0,
    F2: at === 0 ? 1 : 0,
  }
  const next = shiftKey ? undefined : targets[key]
  return next !== undefined && next !== at && next >= 0 && next < count ? next : undefined
}

/** True while the keyboard's focus is in the grid. */
export const $hasKeyFocus = atom(false)

const dayAround = (element: Element) => element.closest<HTMLElement>('[data-day]')

/** Returns a table's props for keys that move between days and posts, and turn to another period at the edges. */
export function useDayGrid() {
  const grid = useRef<HTMLTableElement>(null)
  const turnedTo = useRef<string>(undefined)
  const wasInside = useRef(false)
  const on = useStore($urlDay)
  const buttonOf = (key: string) => grid.current?.querySelector<HTMLElement>(`[data-day="${key}"] button`)
  /** Returns the day's own button and its visible posts, by time. */
  const buttonsOf = (key: string) =>
    [...(grid.current?.querySelectorAll<HTMLElement>(`[data-day="${key}"] :is(a, button)`) ?? [])].filter(
      each => each.checkVisibility(),
    )

  // Undo of a move may show another period, without the focused day. `listen` runs before that is rendered.
  useEffect(
    () => $urlDay.listen(() => (wasInside.current = !!grid.current?.contains(document.activeElement))),
    [],
  )
  useEffect(() => () => $hasKeyFocus.set(false), [])
  useLayoutEffect(() => {
    const isLost = wasInside.current && document.activeElement === document.body
    if (turnedTo.current || isLost) buttonOf(turnedTo.current ?? $activeKey.get())?.focus()
    turnedTo.current = undefined
    wasInside.current = false
  }, [on])

  function focusDay(day: Date, key: string) {
    const shown = buttonOf(dayKey(day))
    const isTurned = key.startsWith('Page') && day.getMonth() !== on.getMonth()
    if (shown && !isTurned) return shown.focus()
    turnedTo.current = dayKey(day)
    showDay(day)
  }

  function onKeyDown(event: KeyboardEvent) {
    const key = dayAround(event.target as Element)?.dataset['day']
    const from = readDay(key)
    if (!key || !from || event.altKey || event.ctrlKey || event.metaKey) return
    const buttons = buttonsOf(key)
    const at = buttons.indexOf(event.target as HTMLElement)
    const day = dayFrom($view.get(), from, event)
    const post = at === 0 && day ? undefined : postFrom(buttons.length, at, event)
    if (post === undefined && !day) return
    event.preventDefault()
    if (post !== undefined) buttons[post]!.focus()
    else focusDay(day!, event.key)
  }

  function onFocus({ target }: FocusEvent) {
    $hasKeyFocus.set(target.matches(':focus-visible'))
    const key = dayAround(target)?.dataset['day']
    if (key && key !== $activeKey.get()) activateDay(key)
  }

  return {
    ref: grid,
    role: 'grid',
    'aria-labelledby': TITLE_ID,
    'aria-describedby': KEYS_ID,
    onKeyDown,
    onFocus,
    onBlur: () => $hasKeyFocus.set(false),
  }
}
