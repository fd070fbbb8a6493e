import { useStore } from '@nanostores/react'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'

import { $day, $on, $view, activateDay, showDay } from '#site/dashboard/calendar/url.ts'
import { dayKey, readDay } from '#site/ui/date-time-picker/days.ts'
import { dayFrom, postFrom } from './keys.ts'

const dayAround = (element: Element) => element.closest<HTMLElement>('[data-day]')

/** Handles keys in a grid of days: they move between days and posts, and change the period at its edges. */
export function useDayGrid<T extends HTMLElement>() {
  const grid = useRef<T>(null)
  const turnedTo = useRef<string>(undefined)
  const wasInside = useRef(false)
  const on = useStore($on)
  const buttonOf = (key: string) => grid.current?.querySelector<HTMLElement>(`[data-day="${key}"] button`)
  /** Returns the day's own button and its visible posts, by time. */
  const buttonsOf = (key: string) =>
    [...(grid.current?.querySelectorAll<HTMLElement>(`[data-day="${key}"] :is(a, button)`) ?? [])].filter(
      each => each.checkVisibility(),
    )

  // An undone move may show another period, without the focused day. `listen` runs before it is rendered.
  useEffect(
    () => $on.listen(() => (wasInside.current = !!grid.current?.contains(document.activeElement))),
    [],
  )
  useEffect(() => {
    const isLost = wasInside.current && document.activeElement === document.body
    if (turnedTo.current || isLost) buttonOf(turnedTo.current ?? $day.get())?.focus()
    turnedTo.current = undefined
    wasInside.current = false
  }, [on])

  function walkTo(day: Date, key: string) {
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
    else walkTo(day!, event.key)
  }

  function onFocus({ target }: FocusEvent) {
    const key = dayAround(target)?.dataset['day']
    if (key && key !== $day.get()) activateDay(key)
  }

  return { ref: grid, onKeyDown, onFocus }
}
