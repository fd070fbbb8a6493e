import { atom, computed } from 'nanostores'

import { cellKey, STEP_MINUTES, $zone } from '#site/dashboard/calendar/days.ts'
import { $freeByDay, type FreeByDay, suggestedTime } from '#site/dashboard/calendar/slots.ts'
import { instantIn } from '#site/lib/wall-clock.ts'
import { readDay, onDay } from '#site/ui/date-time-picker/days.ts'

/** A cell, and the time at the pointer: a free slot's or, in a week, the quarter of an hour. */
type DropTarget = { cell: string; day: string; time: Date | undefined }
type Dragged = {
  label: string
  /** The item's current time. A drop on another day keeps its time of day. */
  at: Date | undefined
  /** Time zone of the item's business. Defaults to the grid's. */
  zone?: string
  drop: (at: Date) => void
}
type Drag = { dragged: Dragged; x: number; y: number; over: DropTarget | undefined }

export const $drag = atom<Drag | undefined>()

export const $over = computed($drag, drag => drag?.over?.cell)
/** Time that a drop would give the post. */
export const $target = computed(
  [$drag, $zone, $freeByDay],
  (drag, zone, free) => drag?.over && timeAt(zone, free, drag.over, drag.dragged),
)
/** The target's time in milliseconds: a number notifies subscribers only when it changes. */
export const $targetTime = computed($target, target => target && +target)

function timeAt(
  gridZone: string,
  free: FreeByDay,
  { day: key, time }: DropTarget,
  { at, zone = gridZone }: Dragged,
) {
  const day = readDay(key)
  if (!day || time) return time
  return at ? onDay(zone, day, at) : suggestedTime(free, zone, day)
}

const DRAG_THRESHOLD_PX = 6

function targetAt(x: number, y: number, zone = $zone.get()): DropTarget | undefined {
  const element = document.elementFromPoint(x, y)
  const cell = element?.closest<HTMLElement>('[data-day]')
  const { day, hour } = cell?.dataset ?? {}
  if (!cell || !day) return undefined
  const slot = element?.closest<HTMLElement>('[data-slot]')?.dataset['slot']
  const isHour = hour !== undefined
  const time = slot ? new Date(slot) : isHour ? quarterAt(cell, y, zone) : undefined
  return { cell: cellKey(day, isHour ? Number(hour) : undefined), day, time }
}

function quarterAt(cell: HTMLElement, y: number, zone: string): Date {
  const { day = '', hour } = cell.dataset
  const { top, height } = cell.getBoundingClientRect()
  const steps = Math.floor(((y - top) / height) * (60 / STEP_MINUTES))
  return instantIn(zone, { day, minutes: Number(hour) * 60 + steps * STEP_MINUTES })
}

/** Follows the pointer until it is released. Touch scrolls instead. */
export function startDrag(
  down: { button: number; pointerType: string; clientX: number; clientY: number },
  dragged: Dragged,
) {
  if (down.button !== 0 || down.pointerType === 'touch') return
  const stops = new AbortController()
  const { signal } = stops

  const end = () => {
    stops.abort()
    $drag.set(undefined)
  }
  window.addEventListener(
    'pointermove',
    event => {
      const { clientX: x, clientY: y } = event
      if (!$drag.get() && Math.hypot(x - down.clientX, y - down.clientY) < DRAG_THRESHOLD_PX) return
      scrollHours(x, y)
      $drag.set({ dragged, x, y, over: targetAt(x, y, dragged.zone) })
    },
    { signal },
  )
  window.addEventListener(
    'pointerup',
    event => {
      const { clientX: x, clientY: y } = event
      const isDrag = $drag.get() !== undefined
      end()
      if (!isDrag) return
      swallowClick()
      const target = targetAt(x, y, dragged.zone)
      const at = target && timeAt($zone.get(), $freeByDay.get(), target, dragged)
      if (at) dragged.drop(at)
    },
    { signal },
  )
  window.addEventListener('pointercancel', end, { signal })
  window.addEventListener('keydown', event => event.key === 'Escape' && end(), { signal })
}

const EDGE_PX = 40
const SCROLL_PX = 12

/** Scrolls the hours while the pointer moves near their upper or lower edge. */
function scrollHours(x: number, y: number) {
  const frame = document.elementFromPoint(x, y)?.closest('[data-scroll]')
  if (!frame) return
  const { top, bottom } = frame.getBoundingClientRect()
  if (y > Math.min(bottom, innerHeight) - EDGE_PX) frame.scrollBy({ top: SCROLL_PX })
  else if (y < top + EDGE_PX) frame.scrollBy({ top: -SCROLL_PX })
}

function swallowClick() {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
}
