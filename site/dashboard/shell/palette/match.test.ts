import { expect, test } from 'bun:test'

import { rate } from './match.ts'

test('finds letters in their order, and rates beginnings of words higher', () => {
  expect(rate('Calendar', 'cld')).toBe(1)
  expect(rate('Calendar', 'dca')).toBe(0)
  expect(rate('Café Zoë', 'cafe')).toBeGreaterThan(rate('My café', 'cafe'))
  expect(rate('Social Hub', 'hub')).toBeGreaterThan(rate('GitHub', 'hub'))
})
