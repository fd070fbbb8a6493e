import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import type { DraftSummary } from '#shared/posts/drafts.ts'
import { DraftList } from '#site/dashboard/posts/DraftList.tsx'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { cutNetwork } from '#site/test/browser.ts'
import { rendered } from '#site/test/rendered.ts'

const restore = cutNetwork()
beforeAll(async () => {
  keepMount($drafts)
  await $drafts.reload()
})
afterAll(() => {
  cleanStores($drafts)
  $drafts.reset()
  restore()
})

const draft = (_id: string, more: Partial<DraftSummary> = {}): DraftSummary => ({
  _id,
  text: '',
  networks: ['facebook'],
  mediaCount: 0,
  updatedAt: new Date(Date.now() - 2 * 60 * 60_000).toISOString(),
  ...more,
})

test('shows what a draft says, where it goes, who wrote it and when it was saved', () => {
  const data = [draft('1', { text: 'Fruit mince pies', author: 'Sam' }), draft('2')]
  $drafts.set({ state: 'ready', data })
  const { text, markup } = rendered(<DraftList />)
  expect(text).toContain('Open the draft Fruit mince pies Facebook by Sam Saved 2 hours ago')
  expect(text).toContain('Open the draft Draft without text')
  expect(markup).toContain('href="/dashboard/create-post?draft=1"')
})

test('suggests a first post without drafts, and a retry when they don’t load', () => {
  $drafts.set({ state: 'ready', data: [] })
  expect(rendered(<DraftList />).text).toBe(
    'No drafts yet What you write is saved here until you send it. Create post',
  )
  $drafts.set({ state: 'failed', message: 'We can’t reach the server.', error: undefined })
  expect(rendered(<DraftList />).text).toBe('We can’t reach the server. Try again')
})
