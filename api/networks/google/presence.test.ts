import { afterAll, expect, test } from 'bun:test'

import { MAX_KEYWORDS } from '#shared/insights.ts'
import { googlePresence } from './presence.ts'
import type { GoogleBusiness } from './request.ts'

test('reads the most frequent searches, without a malformed one', async () => {
  const searchKeywordsCounts = [
    { searchKeyword: 'bread' },
    { searchKeyword: 'cake', insightsValue: { value: 'many' } },
    ...Array.from({ length: MAX_KEYWORDS + 50 }, (_, index) => ({
      searchKeyword: `tart ${index}`,
      insightsValue: { value: String(index) },
    })),
  ]
  const server = Bun.serve({ port: 0, fetch: () => Response.json({ searchKeywordsCounts }) })
  afterAll(() => server.stop(true))
  const business = { performanceUrl: server.url.href } as GoogleBusiness
  const access = { accountId: 'accounts/1/locations/2', token: 'token', now: () => new Date() }
  const found = await googlePresence(business).keywords(access, '2026-10')
  expect(found).toHaveLength(MAX_KEYWORDS)
  expect(found[0]).toEqual({ keyword: `tart ${MAX_KEYWORDS + 49}`, count: MAX_KEYWORDS + 49, isBelow: false })
})
