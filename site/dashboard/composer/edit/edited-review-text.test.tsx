import { afterAll, expect, test } from 'bun:test'

import { $comments } from '#site/dashboard/shared/approvals/comments.ts'
import { rendered } from '#site/test/rendered.ts'
import { EditedReview } from './EditedReview.tsx'

afterAll(() => $comments.set({ postId: '', state: 'loading' }))

test('shows the open comments on a post that was sent back, and says so while they are missing', () => {
  const shown = () => rendered(<EditedReview postId="p" review="changes_requested" />)
  const comment = { name: 'Theo', via: 'link', internal: false, createdAt: '2026-12-01T00:00:00Z' } as const
  const resolved = { ...comment, _id: '1', message: 'Too dark', resolvedAt: '2026-12-01T00:00:00Z' }
  $comments.set({
    postId: 'p',
    state: 'ready',
    data: [resolved, { ...comment, _id: '2', message: 'We open at 8' }],
  })
  expect(shown().text).toBe('1 open comment Theo We open at 8')
  $comments.set({ postId: 'other', state: 'ready', data: [] })
  expect(shown().markup).toContain('Loading what the reviewers wrote')
  $comments.set({ postId: 'p', state: 'failed', message: '', error: undefined })
  expect(shown().text).toContain('What the reviewers wrote didn’t load. Try again.')
})
