import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { inboxItems } from '#api/db/schema/businesses/inbox.ts'
import { publishingApp } from '#api/test/publishing.ts'
import type { Conversation } from '#shared/insights.ts'
import { waitLabel } from '#shared/insights.ts'
import type { Report } from '#shared/reports/report.ts'
import { medianOf } from './conversation.ts'

const HOUR = 3_600_000

/** A business in Melbourne with a Google location, and the reviews that its customers have written. */
async function openReviews() {
  const app = await publishingApp({ networks: ['google'] })
  const { ctx, call, author } = app
  const [account] = await ctx.db.select().from(accounts)
  let count = 0
  return {
    ...app,
    async review(stars: number, at: string, answeredAfterMs?: number, of = account!) {
      const createdAt = new Date(at)
      count++
      await ctx.db.insert(inboxItems).values({
        id: `item-${count}`,
        accountId: of.id,
        domainId: of.domainId,
        network: 'google',
        kind: 'review',
        externalId: `review-${count}`,
        threadId: 'reviews',
        parentId: '',
        author: 'Robin Hale',
        text: '',
        searchText: '',
        stars,
        permalink: '',
        createdAt,
        updatedAt: createdAt,
        state: answeredAfterMs === undefined ? 'open' : 'answered',
        ...(answeredAfterMs !== undefined && {
          replyText: 'Thank you!',
          repliedAt: new Date(+createdAt + answeredAfterMs),
        }),
      })
    },
    /** Another business of the author, with a Google location. */
    async addBusiness(timeZone: string) {
      const added = await call('users/saveUserDomain', { json: { businessName: 'Second' } })
      const { data } = (await added.json()) as { data: { _id: string } }
      await ctx.db.update(domains).set({ timeZone }).where(eq(domains.id, data._id))
      const second = { ...account!, id: 'second', domainId: data._id, providerId: 'accounts/1/locations/2' }
      await ctx.db.insert(accounts).values(second)
      return second
    },
    async insights(query: string, as = call) {
      const response = await as(`insights?domainId=${author.domainId}&${query}`)
      return ((await response.json()) as { data: { conversation: Conversation } }).data.conversation
    },
    async report(month: string) {
      const made = await call('reports', { json: { domainId: author.domainId, month } })
      const { data } = (await made.json()) as { data: Report }
      const read = (await (await call(`reports/${data._id}`)).json()) as { data: Report }
      return read.data.content.conversation
    },
  }
}

test('gives the same median time to answer and ratings by month in Insights and in the report', async () => {
  const { clock, review, insights, report } = await openReviews()
  clock.set(new Date('2030-01-05T00:00:00Z'))
  await review(5, '2029-10-02T00:00:00Z', HOUR)
  await review(2, '2029-11-10T00:00:00Z', 9 * HOUR)
  await review(4, '2029-12-03T00:00:00Z', 2 * HOUR)
  await review(3, '2029-12-04T00:00:00Z', 4 * HOUR)
  // Already January in Melbourne.
  await review(1, '2029-12-31T20:00:00Z', 60_000)
  const expected: Conversation = {
    answers: { count: 2, medianMs: 3 * HOUR, beforeMs: 9 * HOUR },
    ratings: [
      { month: '2029-10', average: 5, reviews: 1 },
      { month: '2029-11', average: 2, reviews: 1 },
      { month: '2029-12', average: 3.5, reviews: 2 },
    ],
  }
  expect(await report('2029-12')).toEqual(expected)
  expect(await insights('from=2029-12-01&to=2029-12-31&timeZone=Australia/Melbourne')).toEqual(expected)
})

test('shows months without reviews as empty, and nobody else’s', async () => {
  const { clock, review, insights, signUp } = await openReviews()
  clock.set(new Date('2030-01-05T00:00:00Z'))
  await review(5, '2029-11-02T00:00:00Z')
  const { ratings, answers } = await insights('days=30')
  expect(answers).toEqual({ count: 0, medianMs: null, beforeMs: null })
  expect(ratings).toEqual([
    { month: '2029-11', average: 5, reviews: 1 },
    { month: '2029-12', average: null, reviews: 0 },
    { month: '2030-01', average: null, reviews: 0 },
  ])
  const stranger = await signUp()
  expect(await insights('days=30', stranger.call)).toEqual({ answers, ratings: [] })
})

test('ends with the month that has begun for every business, or has a review', async () => {
  const { clock, review, call, addBusiness } = await openReviews()
  const auckland = await addBusiness('Pacific/Auckland')
  // Already January in Auckland, and still December in Melbourne.
  clock.set(new Date('2029-12-31T12:00:00Z'))
  const ratings = async () => {
    const response = await call('insights?days=30')
    return ((await response.json()) as { data: { conversation: Conversation } }).data.conversation.ratings
  }
  await review(5, '2029-12-10T00:00:00Z')
  await review(5, '2029-12-10T00:00:00Z', undefined, auckland)
  expect(await ratings()).toEqual([{ month: '2029-12', average: 5, reviews: 2 }])
  await review(1, '2029-12-31T11:30:00Z', undefined, auckland)
  expect(await ratings()).toEqual([
    { month: '2029-12', average: 5, reviews: 2 },
    { month: '2030-01', average: 1, reviews: 1 },
  ])
})

test('takes the middle of the times, and says them in words', () => {
  expect([medianOf([]), medianOf([3]), medianOf([1, 9, 2]), medianOf([4, 1, 2, 3])]).toEqual([
    null,
    3,
    2,
    2.5,
  ])
  expect([30_000, 25 * 60_000, 5 * HOUR, 5 * HOUR + 20 * 60_000, 72 * HOUR].map(waitLabel)).toEqual([
    '1 min',
    '25 min',
    '5 h',
    '5 h 20 min',
    '3 days',
  ])
})
