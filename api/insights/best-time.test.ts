import { expect, test } from 'bun:test'

import { blockOf, BLOCKS } from '#shared/insights.ts'
import { bestTimes, type PostReactions } from './best-time.ts'

const ZONE = 'Australia/Melbourne'
const WEDNESDAY_3PM = Date.parse('2026-11-18T15:00:00+11:00')
const HOUR = 3_600_000
const DAY = 24 * HOUR

const post = (at: number, reactions: number, accountId = 'a'): PostReactions => ({
  publishedAt: new Date(at),
  placements: [{ account: accountId, reactions }],
})
const weekly = (count: number, at: number, reactions: number, accountId = 'a') =>
  Array.from({ length: count }, (_, week) => post(at - week * 7 * DAY, reactions, accountId))

test('finds the slot whose posts did better than the account’s others, in the user’s time zone', () => {
  const posts = [...weekly(5, WEDNESDAY_3PM, 30), ...weekly(8, WEDNESDAY_3PM + 2 * DAY - 6 * HOUR, 3)]
  expect(bestTimes(posts, ZONE)).toMatchObject({ best: { weekday: 3, hour: 15 }, basedOn: 13 })
  expect(bestTimes(posts, 'UTC').best).toMatchObject({ weekday: 3, hour: 4, posts: 5 })
})

test('finds no best time from few posts or without reactions', () => {
  expect(bestTimes(weekly(9, WEDNESDAY_3PM, 30), ZONE).best).toBeNull()
  expect(bestTimes(weekly(20, WEDNESDAY_3PM, 0), ZONE)).toMatchObject({ best: null, basedOn: 0 })
})

test('finds no best time if all posts did equally well', () => {
  expect(bestTimes(weekly(12, WEDNESDAY_3PM, 5), ZONE).best).toBeNull()
})

test('finds no best time that is hardly better than the average', () => {
  const times = (reactions: number) => [
    ...weekly(8, WEDNESDAY_3PM, reactions),
    ...weekly(8, WEDNESDAY_3PM + 2 * DAY, 10),
  ]
  expect(bestTimes(times(13), ZONE).best).toBeNull()
  expect(bestTimes(times(30), ZONE).best).toMatchObject({ weekday: 3, hour: 15 })
})

test('ignores slots with fewer than three posts, however well those performed', () => {
  const spread = Array.from({ length: 10 }, (_, day) => post(WEDNESDAY_3PM - day * DAY - 5 * HOUR, 2))
  const few = [...weekly(2, WEDNESDAY_3PM, 400), ...spread]
  expect(bestTimes(few, ZONE).best).toBeNull()
  expect(bestTimes([...weekly(3, WEDNESDAY_3PM, 400), ...spread], ZONE).best).toMatchObject({
    weekday: 3,
    hour: 15,
    posts: 3,
  })
})

test('prefers a slot that does well every week to a single successful post', () => {
  const posts = [
    ...weekly(6, WEDNESDAY_3PM, 20),
    ...weekly(6, WEDNESDAY_3PM + DAY + 5 * HOUR, 4),
    post(WEDNESDAY_3PM - 3 * DAY, 26),
  ]
  expect(bestTimes(posts, ZONE).best).toMatchObject({ weekday: 3, hour: 15 })
})

test('weighs a small account like a large one', () => {
  const posts = [
    ...weekly(6, WEDNESDAY_3PM, 1000, 'large'),
    ...weekly(6, WEDNESDAY_3PM + DAY, 1000, 'large'),
    ...weekly(6, WEDNESDAY_3PM, 1, 'small'),
    ...weekly(6, WEDNESDAY_3PM + DAY, 9, 'small'),
  ]
  expect(bestTimes(posts, ZONE).best).toMatchObject({ weekday: 4, hour: 15 })
})

test('advises the block of hours with the highest score, and the hour in it with most posts', () => {
  const posts = [
    ...weekly(4, WEDNESDAY_3PM, 30),
    ...weekly(2, WEDNESDAY_3PM + 2 * HOUR, 30),
    ...weekly(3, WEDNESDAY_3PM + DAY, 30),
    ...weekly(3, WEDNESDAY_3PM + DAY + HOUR, 2),
    ...weekly(8, WEDNESDAY_3PM + 2 * DAY, 10),
  ]
  const { best, slots } = bestTimes(posts, ZONE)
  expect(best).toMatchObject({ weekday: 3, hour: 15, posts: 6 })
  const others = BLOCKS.map(from => blockOf(slots, 4, from).score)
  expect(Math.max(...others)).toBeLessThan(best!.score)
  expect(best!.score).toBe(blockOf(slots, 3, 15).score)
})

test('counts a post on two networks once', () => {
  const posts = weekly(5, WEDNESDAY_3PM, 30).map(({ publishedAt }) => ({
    publishedAt,
    placements: [
      { account: 'a', reactions: 3 },
      { account: 'b', reactions: 900 },
    ],
  }))
  expect(bestTimes(posts, ZONE)).toMatchObject({ basedOn: 5, best: null, slots: [{ posts: 5 }] })
})
