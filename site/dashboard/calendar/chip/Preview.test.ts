import { afterEach, beforeEach, expect, jest, test } from 'bun:test'

import { $droppedAt } from '#site/dashboard/calendar/drag.ts'
import type { Item } from '#site/dashboard/calendar/items.ts'
import { $preview, leaveChip, previewSoon } from '../Chip.tsx'

const ITEM = { id: 'dropped' } as Item
const chip = {
  isConnected: true,
  getBoundingClientRect: () => ({ left: 100, right: 180, top: 100, bottom: 160 }),
}
const SECOND_MS = 1000

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  leaveChip()
  jest.useRealTimers()
})

function hover() {
  previewSoon(ITEM, chip)
  jest.advanceTimersByTime(SECOND_MS)
  return $preview.get()?.item.id
}

test('shows no preview of a post that was dropped here, until the pointer has left it', () => {
  $droppedAt.set({ x: 120, y: 130 })
  expect(hover()).toBeUndefined()
  leaveChip()
  expect(hover()).toBe('dropped')
})

test('shows the preview of another post after a drop', () => {
  $droppedAt.set({ x: 20, y: 130 })
  expect(hover()).toBe('dropped')
})
