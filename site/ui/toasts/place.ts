const GAP = 16
/** Bars that toasts never cover: the phone's tabs, a screen's sticky bar and the buttons of a dialog. */
const BARS = '[data-bottom-bar], dialog:modal footer'
/** A footer higher than this belongs to a dialog in the middle of the screen. */
const LOWER_PART = 0.5
/** A dialog at the bottom edge leaves room above it for a toast if it starts below this. */
const ROOM_ABOVE = 0.25

/** Returns the distance from the bottom edge at which something between `left` and the right edge covers no bar. */
export function clearOfBars(left: number): number {
  const bars = [...document.querySelectorAll(BARS)]
    .map(bar => bar.getBoundingClientRect())
    .filter(({ height, right, top }) => height > 0 && right > left && top < innerHeight)
    .map(({ top }) => top)
    .filter(top => top > innerHeight * LOWER_PART)
  return innerHeight - Math.min(innerHeight, ...bars, ...sheetTops()) + GAP
}

/** Returns the tops of dialogs at the bottom edge, even while they slide in. */
const sheetTops = () =>
  [...document.querySelectorAll<HTMLElement>('dialog:modal > .modal-box')]
    .filter(({ offsetTop, offsetHeight }) => offsetTop + offsetHeight >= innerHeight)
    .map(({ offsetTop }) => offsetTop)
    .filter(top => top > innerHeight * ROOM_ABOVE)
