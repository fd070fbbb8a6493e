import type { KeyboardEvent } from 'react'

const EDGES: Record<string, number> = { Home: 0, End: -1 }
const BESIDE: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }
const ROW: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

/**
 * Returns the button to which a key moves the focus: the first, the last, the neighbour, or the nearest in the row above or
 * below. The buttons may be in several groups.
 */
export function nextButton(
  buttons: readonly HTMLElement[],
  focused: Element | null,
  key: string,
): HTMLElement | undefined {
  const at = buttons.findIndex(button => button === focused)
  const from = buttons[at]
  if (!from) return undefined
  const edge = EDGES[key]
  if (edge !== undefined) return buttons.at(edge)
  const beside = BESIDE[key]
  if (beside) return buttons[at + beside]
  const step = ROW[key]
  if (!step) return undefined
  const { top, left } = from.getBoundingClientRect()
  const others = step > 0 ? buttons.slice(at + 1) : buttons.slice(0, at).toReversed()
  const rowTop = others.map(button => button.getBoundingClientRect()).find(box => box.top !== top)?.top
  const row = others.filter(button => button.getBoundingClientRect().top === rowTop)
  const distance = (button: HTMLElement) => Math.abs(button.getBoundingClientRect().left - left)
  return row.toSorted((a, b) => distance(a) - distance(b))[0]
}

/** Returns a handler that moves the focus among the matching elements with the arrow keys, Home and End. */
export const moveAmong = (selector: string) => (event: KeyboardEvent<HTMLElement>) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  const next = nextButton(buttons, document.activeElement, event.key)
  if (!next) return
  event.preventDefault()
  next.focus()
}
