import { expect, test } from 'bun:test'

import { describeWeek } from './clients.ts'

test('compares the posts of a week with its posting times, unless there are more posts', () => {
  expect(describeWeek({ posts: 5, planned: 9 })).toBe('5 of 9 posts this week')
  expect(describeWeek({ posts: 1, planned: 1 })).toBe('1 of 1 post this week')
  expect(describeWeek({ posts: 11, planned: 9 })).toBe('11 posts this week')
  expect(describeWeek({ posts: 1, planned: null })).toBe('1 post this week')
  expect(describeWeek({ posts: 0, planned: null })).toBe('No posts this week')
})
