const GAP = 16
/** Bars that toasts never cover: the phone's tabs, a screen's sticky bar, the calendar's drafts and the buttons of a dialog. */
const BARS = '[data-bottom-bar], [data-tray], dialog:modal footer'
/** A footer above this fraction of the screen's height belongs to a dialog in the middle of the screen. */
const LOWER_PART = 0.5
/** A dialog at the bottom edge leaves room for a toast above it if it starts below this fraction of the screen's height. */
const ROOM_ABOVE = 0.25

/** Returns the distance from the window's bottom edge at which toasts of this size, at the right, cover no bar. */
export function clearOfBars({ left, height }: DOMRect): number {
  const bars = [...document.querySelectorAll(BARS)]
    .map(bar => bar.getBoundingClientRect())
    .filter(bar => bar.height > 0 && bar.right > left && bar.top < innerHeight)
    // A short list's bar may leave room below it.
    .filter(({ bottom }) => innerHeight - bottom < height + 2 * GAP)
    .map(({ top }) => top)
    .filter(top => top > innerHeight * LOWER_PART)
  return innerHeight - Math.min(innerHeight, ...bars, ...sheetTops()) + GAP
}

/** Calls `onResize` when a bar of the screen appears, or its height changes, for example of a dialog's buttons after a decision. */
export function observeBars(onResize: () => void): ResizeObserver {
  const observer = new ResizeObserver(onResize)
  // A bar that appears makes the screen longer.
  for (const each of document.querySelectorAll(`main, ${BARS}`)) observer.observe(each)
  return observer
}

/** Returns the tops of dialogs at the bottom edge, even while they slide in. */
const sheetTops = () =>
  [...document.querySelectorAll<HTMLElement>('dialog:modal > .modal-box')]
    .filter(({ offsetTop, offsetHeight }) => offsetTop + offsetHeight >= innerHeight)
    .map(({ offsetTop }) => offsetTop)
    .filter(top => top > innerHeight * ROOM_ABOVE)
