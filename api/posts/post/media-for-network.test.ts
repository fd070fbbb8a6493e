import { expect, test } from 'bun:test'
import fc from 'fast-check'

import { MAX_FILES } from '#shared/media/media.ts'
import { mediaForNetwork } from './plan-content.ts'

const kinds = fc.array(fc.constantFrom('image' as const, 'video' as const), {
  minLength: 1,
  maxLength: MAX_FILES,
})

test('selects pictures or one video for Facebook, in the author’s order, and explains the rest', () => {
  fc.assert(
    fc.property(kinds, chosen => {
      const { positions, leftOut } = mediaForNetwork('facebook', undefined, chosen)
      const got = positions.map(position => chosen[position])
      expect(got.length).toBeGreaterThan(0)
      expect(got.every(kind => kind === 'image') || got.length === 1).toBe(true)
      expect(positions).toEqual(positions.toSorted((a, b) => a - b))
      expect(leftOut === undefined).toBe(positions.length === chosen.length)
    }),
  )
})

test('selects all media for Instagram', () => {
  fc.assert(
    fc.property(kinds, chosen => {
      expect(mediaForNetwork('instagram', undefined, chosen)).toEqual({
        positions: chosen.map((_, position) => position),
      })
    }),
  )
})
