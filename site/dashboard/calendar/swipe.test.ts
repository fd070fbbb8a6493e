import { expect, test } from 'bun:test'

import { periodsTurned } from './swipe.ts'

const WIDTH = 390
type Way = { x?: number; dx: number; dy?: number; ms?: number }
const turned = ({ x = 195, dx, dy = 0, ms = 200 }: Way) =>
  periodsTurned({ x, y: 300, at: 1000 }, { x: x + dx, y: 300 + dy, at: 1000 + ms }, WIDTH)

test('turns to the next period on a swipe to the left, and to the previous one on a swipe to the right', () => {
  expect([turned({ dx: -61 }), turned({ dx: 61 })]).toEqual([1, -1])
  expect([turned({ dx: -150, dy: 74 }), turned({ dx: 150, dy: -74 })]).toEqual([1, -1])
})

test('ignores taps, scrolls and slow touches', () => {
  expect(turned({ dx: -60 })).toBe(0)
  expect([turned({ dx: -100, dy: 50 }), turned({ dx: -100, dy: -300 })]).toEqual([0, 0])
  expect([turned({ dx: -150, ms: 699 }), turned({ dx: -150, ms: 700 })]).toEqual([1, 0])
})

test('leaves touches from an edge of the window to the Back gesture', () => {
  expect([turned({ x: 23, dx: 150 }), turned({ x: 24, dx: 150 })]).toEqual([0, -1])
  expect([turned({ x: 367, dx: -150 }), turned({ x: 366, dx: -150 })]).toEqual([0, 1])
})
