import { expect, test } from 'bun:test'

import { similarWarnings } from './similar.ts'

const post = {
  network: 'facebook',
  postId: '1',
  publishAt: '2026-11-19T00:00:00Z',
  state: 'published',
  inARow: false,
} as const
const now = new Date('2026-11-21T00:00:00Z')

test('mentions a similar post once for all its networks', () => {
  const instagram = { ...post, network: 'instagram' } as const
  expect(similarWarnings([post, instagram], now)).toEqual([
    'Facebook and Instagram: this says nearly the same as your post published 2 days ago.',
  ])
  expect(similarWarnings([], now)).toEqual([])
})

test('warns that Facebook may reject the same text twice in a row', () => {
  const scheduled = { ...post, state: 'scheduled', publishAt: '2026-11-24T00:00:00Z', inARow: true } as const
  expect(similarWarnings([scheduled, { ...scheduled, network: 'instagram' }], now)).toEqual([
    'Facebook: this is the same text as your post due in 3 days. Facebook may reject the same text twice in a row.',
    'Instagram: this says nearly the same as your post due in 3 days.',
  ])
})
