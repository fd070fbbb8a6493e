import { markRoot } from '#site/ui/mark-root.ts'
import { step, stepDay } from './days.ts'

const OTHER_GESTURES = 'input, textarea, select, [contenteditable], [role=slider], dialog, video'

/** Returns true if the element or one around it, up to the calendar, scrolls sideways. */
function scrollsSideways(element: Element, calendar: Element): boolean {
  const isScroller =
    element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX)
  if (isScroller || element === calendar) return isScroller
  return element.parentElement !== null && scrollsSideways(element.parentElement, calendar)
}

/** Returns false for a touch on a field, a dialog, a video or a scroller, and on a zoomed page. */
const mayTurn = (target: EventTarget | null, calendar: Element) =>
  target instanceof Element &&
  calendar.contains(target) &&
  !target.closest(OTHER_GESTURES) &&
  (globalThis.visualViewport?.scale ?? 1) <= 1 &&
  !scrollsSideways(target, calendar)

/** A ref for an element in which a sideways swipe of one finger shows the next or previous period. */
export const turnBySwipe = (element: HTMLElement | null) => onSwipe(element, step)

/** A ref for an element in which a sideways swipe of one finger shows the next or previous day. */
export const turnDayBySwipe = (element: HTMLElement | null) => onSwipe(element, stepDay)

const markSwipe = markRoot('swipe')

function onSwipe(element: HTMLElement | null, turn: (steps: 1 | -1) => void) {
  if (!element) return undefined
  const stops = new AbortController()
  const unmark = markSwipe()
  const options = { passive: true, signal: stops.signal }
  let from: TouchPoint | undefined

  // On the document, because the second finger of a pinch may touch another element.
  document.addEventListener(
    'touchstart',
    ({ target, touches, timeStamp }) => {
      const [touch, second] = touches
      from = touch && !second && mayTurn(target, element) ? pointOf(touch, timeStamp) : undefined
    },
    options,
  )
  document.addEventListener('touchcancel', () => (from = undefined), options)
  document.addEventListener(
    'touchend',
    ({ changedTouches: [touch], timeStamp }) => {
      const begun = from
      from = undefined
      if (!touch || !begun || getSelection()?.isCollapsed === false) return
      const steps = periodsTurned(begun, pointOf(touch, timeStamp), innerWidth)
      if (steps !== 0) turn(steps)
    },
    options,
  )
  return () => {
    unmark()
    stops.abort()
  }
}

const pointOf = ({ clientX, clientY }: Touch, at: number): TouchPoint => ({ x: clientX, y: clientY, at })

/** A touch: its position in pixels of the window, and its time in milliseconds. */
type TouchPoint = { x: number; y: number; at: number }

const MIN_DISTANCE_PX = 60
/** Maximum ratio of vertical to horizontal movement in a swipe. Steeper touches scroll the page. */
const MAX_SLOPE = 0.5
const MAX_DURATION_MS = 700
/** Width of the window's edges, where phones begin their Back gesture. */
const EDGE_PX = 24

/** Returns 1 for a swipe to the left, -1 to the right, 0 for anything else, such as a Back gesture from the window's edge. */
export function periodsTurned(from: TouchPoint, to: TouchPoint, width: number): -1 | 0 | 1 {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const isFromEdge = from.x < EDGE_PX || from.x > width - EDGE_PX
  const isAcross = Math.abs(dx) > MIN_DISTANCE_PX && Math.abs(dy) < MAX_SLOPE * Math.abs(dx)
  if (isFromEdge || !isAcross || to.at - from.at >= MAX_DURATION_MS) return 0
  return dx < 0 ? 1 : -1
}
