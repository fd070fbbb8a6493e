import { atom, computed } from 'nanostores'

import { onDay, readDay } from './days.ts'
import type { Item } from './items.ts'
import { moveTo } from './moves.ts'

type Drag = { item: Item; x: number; y: number; over: string | undefined }

/** The dragged post. */
export const $drag = atom<Drag | undefined>()
/** The day below the pointer. */
export const $over = computed($drag, drag => drag?.over)

const MEANT_PX = 6

const dayAt = (x: number, y: number) =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-day]')?.dataset.day

/** Follows the pointer until it is released. Touch scrolls instead, and moves posts by their dialog. */
export function startDrag(
  down: { button: number; pointerType: string; clientX: number; clientY: number },
  item: Item,
) {
  if (down.button !== 0 || down.pointerType === 'touch' || !item.movable) return
  const stops = new AbortController()
  const { signal } = stops

  const end = () => {
    stops.abort()
    $drag.set(undefined)
  }
  window.addEventListener(
    'pointermove',
    ({ clientX: x, clientY: y }) => {
      if (!$drag.get() && Math.hypot(x - down.clientX, y - down.clientY) < MEANT_PX) return
      $drag.set({ item, x, y, over: dayAt(x, y) })
    },
    { signal },
  )
  window.addEventListener(
    'pointerup',
    ({ clientX: x, clientY: y }) => {
      const dragged = $drag.get()
      end()
      if (!dragged) return
      swallowClick()
      const day = readDay(dayAt(x, y))
      if (day) moveTo(item, onDay(day, item.at))
    },
    { signal },
  )
  window.addEventListener('pointercancel', end, { signal })
  window.addEventListener('keydown', event => event.key === 'Escape' && end(), { signal })
}

/** Prevents the click that follows a drop. */
function swallowClick() {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
}
