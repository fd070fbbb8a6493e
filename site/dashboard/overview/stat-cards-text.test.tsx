import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import type { InsightsSummary } from '#shared/insights.ts'
import type { Overview } from '#shared/overview.ts'
import { formatAsOf } from '#site/lib/format.ts'
import { cutNetwork } from '#site/test/browser.ts'
import { rendered } from '#site/test/rendered.ts'
import { StatCards } from './StatCards.tsx'
import { $overview } from './store.ts'

const nothing = { value: null, change: null, since: null }
const summary: InsightsSummary = {
  connected: 0,
  accounts: 0,
  unread: 0,
  signedOut: 0,
  readAt: null,
  posts: nothing,
  followers: nothing,
  comments: nothing,
  engagement: nothing,
}

const show = (figures: InsightsSummary) => $overview.set({ state: 'ready', data: { figures } as Overview })

const restore = cutNetwork()
beforeAll(async () => {
  keepMount($overview)
  await $overview.reload()
})
afterAll(() => {
  cleanStores($overview)
  $overview.reset()
  restore()
})

test('explains why figures are 0', () => {
  show(summary)
  expect(rendered(<StatCards $store={$overview} />).text).toContain(
    'These stay at 0 until you connect an account. Connect one in Social Hub',
  )
  show({ ...summary, connected: 1 })
  expect(rendered(<StatCards $store={$overview} />).text).toMatch(
    /These stay at 0 until you connect Facebook, Instagram .*, which share figures for posts\. Connect one in Social Hub/,
  )
})

test('says when the figures were read, and that posts are counted up to now', () => {
  const readAt = '2026-11-20T09:36:00.000Z'
  show({ ...summary, connected: 2, accounts: 2, readAt })
  expect(rendered(<StatCards $store={$overview} />).text).toContain(
    `Posts are counted as they go out, the other figures ${formatAsOf(readAt)}. View Insights`,
  )
})
