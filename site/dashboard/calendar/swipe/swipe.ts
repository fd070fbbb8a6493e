/** A touch: its position in pixels of the window, and its time in milliseconds. */
export type TouchPoint = { x: number; y: number; at: number }

const MIN_DISTANCE_PX = 60
/** Vertical share of the way, above which the touch scrolls the page. */
const MAX_SLOPE = 0.5
const MAX_DURATION_MS = 700
/** Width of the window's edges, where phones begin their Back gesture. */
const EDGE_PX = 24

/**
 * Returns the number of periods that one finger's way turns: 1 for a swipe to the left, -1 to the right, 0 for anything else,
 * such as a tap, a scroll, a long press that selects text, or a gesture from the edge of a window of `width` pixels.
 */
export function periodsTurned(from: TouchPoint, to: TouchPoint, width: number): -1 | 0 | 1 {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const isFromEdge = from.x < EDGE_PX || from.x > width - EDGE_PX
  const isAcross = Math.abs(dx) > MIN_DISTANCE_PX && Math.abs(dy) < MAX_SLOPE * Math.abs(dx)
  if (isFromEdge || !isAcross || to.at - from.at >= MAX_DURATION_MS) return 0
  return dx < 0 ? 1 : -1
}
