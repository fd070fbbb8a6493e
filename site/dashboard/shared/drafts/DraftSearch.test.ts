import { afterEach, expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import type { DraftSummary } from '#shared/posts/drafts.ts'
import '#site/test/browser.ts'
import { $matchingDrafts, $isSearchable, $search } from './DraftSearch.tsx'
import { $drafts } from './store.ts'

const draft = (text: string, author?: string): DraftSummary => ({
  _id: text,
  text,
  networks: ['facebook'],
  mediaCount: 0,
  updatedAt: '2030-01-01T00:00:00.000Z',
  ...(author && { author }),
})
const DRAFTS = ['What’s on', 'Pies', 'Tarts', 'Bread', 'Hours'].map(text => draft(text))

afterEach(() => {
  $search.set('')
  $drafts.reset()
})

test('finds drafts by their text or author once there are more than a handful', () => {
  keepMount($matchingDrafts)
  $drafts.set({ state: 'ready', data: DRAFTS })
  $search.set('pies')
  expect([$isSearchable.get(), $matchingDrafts.get().length]).toEqual([false, 5])
  $drafts.set({ state: 'ready', data: [...DRAFTS, draft('Closed at Easter', 'Sam')] })
  const found = (text: string) => {
    $search.set(text)
    return $matchingDrafts.get().map(each => each.text)
  }
  expect([found(' PIES '), found("what's"), found('sam'), found('soup')]).toEqual([
    ['Pies'],
    ['What’s on'],
    ['Closed at Easter'],
    [],
  ])
})
