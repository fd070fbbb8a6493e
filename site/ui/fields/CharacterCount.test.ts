import { expect, test } from 'bun:test'

import { networks } from '#shared/networks.ts'
import { countTone } from './CharacterCount.tsx'

test('changes the counter’s tone at exactly 75, 90 and 100 percent of the limit', () => {
  const tones = [0, 1649, 1650, 1979, 1980, 2199, 2200, 2201].map(length =>
    countTone(length, networks.instagram.maxChars),
  )
  expect(tones).toEqual(['neutral', 'neutral', 'info', 'info', 'warning', 'warning', 'bad', 'bad'])
})
