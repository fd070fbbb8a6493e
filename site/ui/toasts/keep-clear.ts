import type { CSSProperties } from 'react'

const GAP = 16
/** Bars that toasts never cover: the phone's tabs, a screen's sticky bar, the calendar's drafts and the buttons of a dialog. */
const BARS = '[data-bottom-bar], [data-tray], dialog:modal footer'
/** A footer above this fraction of the screen's height belongs to a dialog in the middle of the screen. */
const LOWER_PART = 0.5

/** Returns the distance from the window's bottom edge at which toasts of this size, at the right, cover no bar. */
function clearOfBars({ left, height }: DOMRect): number {
  const bars = [...document.querySelectorAll(BARS)]
    .map(bar => bar.getBoundingClientRect())
    .filter(bar => bar.height > 0 && bar.right > left && bar.top < innerHeight)
    // A short list's bar may leave room below it.
    .filter(({ bottom }) => innerHeight - bottom < height + 2 * GAP)
    .map(({ top }) => top)
    .filter(top => top > innerHeight * LOWER_PART)
  return innerHeight - Math.min(innerHeight, ...bars) + GAP
}

/** Returns how far toasts of this height must be from the window's right edge, if a column of drafts there reaches them. */
function clearOfColumn({ height }: DOMRect): number | undefined {
  const column = document.querySelector('[data-beside]')?.getBoundingClientRect()
  return column && column.bottom > innerHeight - height - 2 * GAP ? innerWidth - column.left + GAP : undefined
}

/** Returns true if a dialog is at the bottom edge, even while it slides in. Toasts are then at the top, off its controls. */
const hasSheet = () =>
  [...document.querySelectorAll<HTMLElement>('dialog:modal > .modal-box')].some(
    ({ offsetTop, offsetHeight }) => offsetTop + offsetHeight >= innerHeight,
  )

const AT_TOP = { top: 'max(0.5rem, env(safe-area-inset-top))' }

/** Places the region of the toasts clear of the bars until `ended`, and again whenever these may have moved. */
export function keepClear(region: Element, onPlace: (place: CSSProperties) => void, ended: AbortSignal) {
  if (ended.aborted) return
  function move() {
    const box = region.getBoundingClientRect()
    onPlace(hasSheet() ? AT_TOP : { bottom: clearOfBars(box), right: clearOfColumn(box) })
  }
  // A bar may appear or disappear together with the toast about it.
  const frame = requestAnimationFrame(move)
  const sizes = new ResizeObserver(move)
  // A bar that appears makes the screen longer.
  for (const each of document.querySelectorAll(`main, ${BARS}`)) sizes.observe(each)
  addEventListener('resize', move, { signal: ended })
  ended.addEventListener('abort', () => {
    cancelAnimationFrame(frame)
    sizes.disconnect()
  })
}
