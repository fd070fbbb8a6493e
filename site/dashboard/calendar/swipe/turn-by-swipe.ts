import { step, stepDay } from '#site/dashboard/calendar/url.ts'
import { periodsTurned, type TouchPoint } from './swipe.ts'

const OTHER_GESTURES = 'input, textarea, select, [contenteditable], [role=slider], dialog, video'

/** True if the element, the calendar, or one between them scrolls sideways. */
function scrollsSideways(element: Element, calendar: Element): boolean {
  const isScroller =
    element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX)
  if (isScroller || element === calendar) return isScroller
  return element.parentElement !== null && scrollsSideways(element.parentElement, calendar)
}

/** True unless the touch begins on a field, a dialog, a video or a scroller, or the page is zoomed by pinching. */
const mayTurn = (target: EventTarget | null, calendar: Element) =>
  target instanceof Element &&
  calendar.contains(target) &&
  !target.closest(OTHER_GESTURES) &&
  (globalThis.visualViewport?.scale ?? 1) <= 1 &&
  !scrollsSideways(target, calendar)

/** A ref for an element in which a sideways swipe of one finger shows the next or previous period, as the arrow buttons do. */
export const turnBySwipe = (element: HTMLElement | null) => onSwipe(element, step)

/** A ref for an element in which a sideways swipe of one finger shows the next or previous day. */
export const turnDayBySwipe = (element: HTMLElement | null) => onSwipe(element, stepDay)

function onSwipe(element: HTMLElement | null, turn: (steps: 1 | -1) => void) {
  if (!element) return undefined
  const stops = new AbortController()
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
  return () => stops.abort()
}

const pointOf = ({ clientX, clientY }: Touch, at: number): TouchPoint => ({ x: clientX, y: clientY, at })
