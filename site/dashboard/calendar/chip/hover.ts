import { atom } from 'nanostores'

import type { Item } from '#site/dashboard/calendar/items.ts'

type Shown = { item: Item; left: number; right: number; top: number; bottom: number }

/** The post whose preview is beside its chip. */
export const $preview = atom<Shown | undefined>()

const MEANT_MS = 250
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows a post's preview, unless the pointer is only passing. */
export function previewSoon(item: Item, chip: HTMLElement) {
  clearTimeout(timer)
  timer = setTimeout(() => {
    if (!chip.isConnected) return
    const { left, right, top, bottom } = chip.getBoundingClientRect()
    $preview.set({ item, left, right, top, bottom })
  }, MEANT_MS)
}

export function hidePreview() {
  clearTimeout(timer)
  if ($preview.get()) $preview.set(undefined)
}
