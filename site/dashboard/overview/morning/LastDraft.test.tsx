import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { cutNetwork } from '#site/test/browser.ts'
import { rendered } from '#site/test/rendered.ts'
import { LastDraft } from './LastDraft.tsx'

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

const draft = (_id: string, text: string) => ({
  _id,
  text,
  networks: [],
  mediaCount: 0,
  updatedAt: '2026-11-28T09:00:00.000Z',
})

test('offers one’s own last draft, and counts those of colleagues too', () => {
  const theirs = { ...draft('1', 'Pies'), author: 'Sam' }
  $drafts.set({ state: 'ready', data: [theirs, draft('2', 'Tarts'), draft('3', 'Buns')] })
  const { text, markup } = rendered(<LastDraft />)
  expect(text).toBe('Continue your draft Tarts Drafts 3')
  expect(markup).toContain('href="/dashboard/create-post?draft=2"')
  $drafts.set({ state: 'ready', data: [theirs] })
  expect(rendered(<LastDraft />).text).toBe('')
})
