import { expect, test } from 'bun:test'

import { commentProblem, isCommentTooLong } from './first-comments.ts'

test('rejects a first comment within its characters that exceeds the network’s bytes', () => {
  const families = '👩‍👩‍👧'.repeat(300)
  expect(isCommentTooLong('bluesky', families)).toBe(true)
  expect(commentProblem('bluesky', families)).toBe(
    'Bluesky: the first comment has too many emoji and accents for its length. Please shorten it.',
  )
  expect(commentProblem('bluesky', '👍'.repeat(300))).toBeUndefined()
})
