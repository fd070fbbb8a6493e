import { expect, test } from 'bun:test'

import { inWords } from './similar.ts'

const post = {
  network: 'facebook',
  postId: '1',
  publishAt: '2026-11-19T00:00:00Z',
  state: 'published',
  inARow: false,
} as const
const now = new Date('2026-11-21T00:00:00Z')

test('a warning names the post, and what Facebook does with the same words twice in a row', () => {
  expect(inWords(post, now)).toBe('Facebook: this says nearly the same as your post published 2 days ago.')
  expect(inWords({ ...post, state: 'scheduled', publishAt: '2026-11-24T00:00:00Z', inARow: true }, now)).toBe(
    'Facebook: these are the words of the post due in 3 days. Facebook may refuse the same words twice in a row.',
  )
  expect(inWords({ ...post, network: 'instagram', inARow: true }, now)).toBe(
    'Instagram: this says nearly the same as your post published 2 days ago.',
  )
})
