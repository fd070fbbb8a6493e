import { expect, test } from 'bun:test'
import * as v from 'valibot'

import { AuthorName, ItemText, Instant, WebUrl } from './inbox.ts'

test('reads an item whose author, text or link a network leaves out or sets to null', () => {
  const Item = v.object({ author: AuthorName, text: ItemText, link: WebUrl, at: Instant })
  const empty = { author: '', text: '', link: '', at: new Date(0) }
  expect(v.parse(Item, {})).toEqual(empty)
  expect(v.parse(Item, { author: null, text: null, link: null, at: null })).toEqual(empty)
  expect(v.parse(Item, { author: 'Pat\uD83D', link: 'javascript:alert(1)', at: 'never' })).toEqual({
    ...empty,
    author: 'Pat\uFFFD',
  })
})
