import { expect, test } from 'bun:test'

import { placesOf, threeTicks } from './DayPlot.tsx'

test('encloses the values between three round ticks', () => {
  expect(threeTicks(0, 137)).toEqual([0, 80, 160])
  expect(threeTicks(0, 9)).toEqual([0, 5, 10])
  expect(threeTicks(1147, 1204)).toEqual([1140, 1200, 1260])
  expect(threeTicks(0, 1)).toEqual([0, 1, 2])
  expect(threeTicks(250, 250)).toEqual([250, 251, 252])
})

test('never leaves a value outside', () => {
  for (let low = 0; low < 3000; low += 37)
    for (const span of [0, 1, 3, 8, 19, 73, 420, 9999]) {
      const [bottom, , top] = threeTicks(low, low + span)
      expect([bottom <= low, top >= low + span]).toEqual([true, true])
    }
})

test('places points by their times, and days without times evenly', () => {
  expect(placesOf([{ at: 1000 }, { at: 2000 }, { at: 5000 }])).toEqual([0, 0.25, 1])
  expect(placesOf([{}, {}])).toEqual([0.25, 0.75])
  expect(placesOf([{ at: 1000 }])).toEqual([0.5])
})
