import type { CSSProperties } from 'react'

const GAP = 16
const STEP = 8
const BARS = '[data-bottom-bar], [data-tray], [data-beside], dialog:modal footer'
const OBSTACLES = `${BARS}, [aria-label$=' preview'], a[href], button, input, select, textarea, label, summary`

/** Returns the boxes of the bars, previews and controls that a visitor can see. */
const obstaclesFor = (region: Element): DOMRect[] =>
  [...document.querySelectorAll(OBSTACLES)].flatMap(obstacle => {
    const box = obstacle.getBoundingClientRect()
    const atCentre = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    const front = atCentre.find(each => !region.contains(each))
    return front && !region.contains(obstacle) && obstacle.contains(front) ? box : []
  })

/** Returns the place where toasts cover least of the controls, as near as possible to the right and to the bottom or top edge. */
function clearOfControls(region: Element): CSSProperties {
  const { x, width, height } = region.getBoundingClientRect()
  const start = x - (Number.parseFloat(getComputedStyle(region).translate) || 0)
  const obstacles = obstaclesFor(region)
  const coveredAt = (left: number, top: number) =>
    obstacles.reduce((sum, box) => {
      const across = Math.min(left + width, box.right) - Math.max(left, box.left)
      const down = Math.min(top + height, box.bottom) - Math.max(top, box.top)
      return sum + Math.max(0, across) * Math.max(0, down)
    }, 0)
  const lowest = innerHeight - height - GAP
  let [least, place]: [number, CSSProperties] = [Infinity, { bottom: GAP }]
  for (let left = start; left >= GAP && least > 0; left -= STEP)
    for (let inset = 0; inset <= lowest - GAP && least > 0; inset += STEP)
      for (const top of [lowest - inset, GAP + inset]) {
        const covered = coveredAt(left, top)
        if (covered < least)
          [least, place] = [covered, { bottom: innerHeight - height - top, translate: `${left - start}px` }]
      }
  return place
}

/** Places the region of the toasts clear of the controls until `ended`, and again whenever these may have moved. */
export function keepClear(region: Element, onPlace: (place: CSSProperties) => void, ended: AbortSignal) {
  if (ended.aborted) return
  const move = () => onPlace(clearOfControls(region))
  // A bar may appear or disappear together with the toast about it.
  const frame = requestAnimationFrame(move)
  const sizes = new ResizeObserver(move)
  // A bar that appears makes the screen longer.
  for (const each of document.querySelectorAll(`main, ${BARS}`)) sizes.observe(each)
  addEventListener('resize', move, { signal: ended })
  /** An error may have scrolled what corrects it into view. Toasts don't move away from a pointer. */
  const onScrollEnd = () => !region.matches(':hover') && move()
  addEventListener('scrollend', onScrollEnd, { capture: true, signal: ended })
  ended.addEventListener('abort', () => {
    cancelAnimationFrame(frame)
    sizes.disconnect()
  })
}
