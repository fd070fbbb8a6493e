import { expect, test } from 'bun:test'

import { compareNames } from './compare-names.ts'

test('sorts numbers in names by value, and letters without regard to case and accents', () => {
  const names = ['Client 10', 'zebra', 'Client 9', 'Äpfel', 'apple', 'Zoo']
  expect(names.toSorted(compareNames)).toEqual(['Äpfel', 'apple', 'Client 9', 'Client 10', 'zebra', 'Zoo'])
})
