import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'

import { formatTime } from '#site/lib/format.ts'

export type TimeListProps = {
  times: readonly Date[]
  zone: string
  selected: Date | null
  onSelect: (time: Date) => void
}

const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: index => Math.max(index - 1, 0),
  PageDown: (index, last) => Math.min(index + 4, last),
  PageUp: index => Math.max(index - 4, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** The times of the chosen day: arrows move by a step, Page keys by an hour, and a digit to the next time starting with it. */
export function TimeList({ times, zone, selected, onSelect }: TimeListProps) {
  const list = useRef<HTMLDivElement>(null)
  const [reached, setReached] = useState<number>()
  const chosen = times.findIndex(time => time.getTime() === selected?.getTime())
  const found = times.findIndex(time => time.getTime() === reached)
  const at = found < 0 ? Math.max(chosen, 0) : found

  useLayoutEffect(() => {
    const element = list.current
    const option = element?.querySelector<HTMLElement>('[aria-selected=true]')
    if (element && option)
      element.scrollTop = option.offsetTop - element.clientHeight / 2 + option.clientHeight / 2
  }, [chosen])

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const options = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=option]')]
    const focused = options.findIndex(option => option === document.activeElement)
    const next = STEPS[event.key]?.(focused, options.length - 1) ?? nextBeginningWith(event.key, focused)
    if (next === undefined) return
    event.preventDefault()
    options[next]?.focus()
  }

  function nextBeginningWith(key: string, from: number): number | undefined {
    if (!/^\d$/.test(key)) return undefined
    const order = times.map((_, index) => (from + 1 + index) % times.length)
    return order.find(index => times[index] && formatTime(times[index], zone).startsWith(key))
  }

  if (times.length === 0) return <p className="text-sm text-soft">No times are left on this day.</p>
  return (
    <div
      ref={list}
      role="listbox"
      aria-label="Time"
      onKeyDown={onKeyDown}
      className="relative grid max-h-40 snap-y grid-cols-3 content-start gap-0.5 overflow-y-auto pointer-coarse:max-h-[11.375rem] sm:max-h-[13rem] sm:w-full sm:grid-cols-1"
    >
      {times.map((time, index) => (
        <button
          key={time.getTime()}
          type="button"
          role="option"
          aria-selected={index === chosen}
          tabIndex={index === at ? 0 : -1}
          onFocus={() => setReached(time.getTime())}
          onClick={() => onSelect(time)}
          className="cursor-pointer snap-start rounded-field px-3 py-1.5 text-start pointer-coarse:min-h-11 text-sm tabular-nums max-[24rem]:px-1.5 -outline-offset-2 hover:bg-base-200
            aria-selected:bg-neutral aria-selected:text-neutral-content forced-colors:aria-selected:outline-2"
        >
          {formatTime(time, zone)}
        </button>
      ))}
    </div>
  )
}
