import { atom } from 'nanostores'

import type { Item } from '#site/dashboard/calendar/items.ts'
import { $drag, $droppedAt } from '#site/dashboard/calendar/moves/drag.ts'

type Rect = { left: number; right: number; top: number; bottom: number }
type ShownPreview = Rect & { item: Item }
type Chip = { isConnected: boolean; getBoundingClientRect: () => Rect }

/** The post whose preview is beside its chip. */
export const $preview = atom<ShownPreview | undefined>()

const HOVER_DELAY_MS = 250
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows a post's preview, unless the pointer is only passing, dragging, or has just dropped the post here. */
export function previewSoon(item: Item, chip: Chip) {
  clearTimeout(timer)
  if ($drag.get() || isUnderDrop(chip.getBoundingClientRect())) return
  timer = setTimeout(() => {
    if (!chip.isConnected) return
    const { left, right, top, bottom } = chip.getBoundingClientRect()
    $preview.set({ item, left, right, top, bottom })
  }, HOVER_DELAY_MS)
}

function isUnderDrop({ left, right, top, bottom }: Rect) {
  const drop = $droppedAt.get()
  return drop && drop.x >= left && drop.x <= right && drop.y >= top && drop.y <= bottom
}

export function hidePreview() {
  clearTimeout(timer)
  if ($preview.get()) $preview.set(undefined)
}

/** Hides the preview as the pointer leaves the chip. The next hover shows it again, even after a drop. */
export function leaveChip() {
  $droppedAt.set(undefined)
  hidePreview()
}
