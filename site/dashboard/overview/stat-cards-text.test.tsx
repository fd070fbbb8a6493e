import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import type { InsightsSummary } from '#shared/insights.ts'
import { cutNetwork } from '#site/test/browser.ts'
import { rendered } from '#site/test/rendered.ts'
import { $figures } from './stat-cards.ts'
import { StatCards } from './StatCards.tsx'

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

const restore = cutNetwork()
beforeAll(async () => {
  keepMount($figures)
  await $figures.reload()
})
afterAll(() => {
  cleanStores($figures)
  $figures.reset()
  restore()
})

test('explains why figures are 0', () => {
  $figures.set({ state: 'ready', data: summary })
  expect(rendered(<StatCards />).text).toContain(
    'These stay at 0 until you connect an account. Connect one in Social Hub',
  )
  $figures.set({ state: 'ready', data: { ...summary, connected: 1 } })
  expect(rendered(<StatCards />).text).toContain(
    'Google doesn’t share figures for posts, so these stay at 0 until you connect Facebook or Instagram. Connect one in Social Hub',
  )
})

test('says which figures are stale when a network has signed us out', () => {
  const linked = { ...summary, connected: 2, accounts: 2 }
  $figures.set({ state: 'ready', data: linked })
  expect(rendered(<StatCards />).text).not.toContain('signed us out')
  $figures.set({ state: 'ready', data: { ...linked, signedOut: 1 } })
  expect(rendered(<StatCards />).text).toContain(
    'A network signed us out of one account. Its figures aren’t updating, and its posts are on hold. Reconnect in Social Hub',
  )
})
