import { afterAll, afterEach, beforeAll, expect, spyOn, test } from 'bun:test'

import { picture } from '#api/test/publishing.ts'
import { drawn } from '#site/test/drawn.ts'
import { openPosts, postsApp, shownToasts } from '#site/test/posts.ts'
import { copyText } from './copy-text.ts'
import { enable, setMessage, setMessageFor, setSameMessage } from './draft.ts'
import { Messages } from './Messages.tsx'
import { Previews } from './previews/Previews.tsx'
import { clearComposer } from './send.ts'
import { addFiles } from './uploads.ts'

let site: Awaited<ReturnType<typeof openPosts>>
beforeAll(async () => {
  site = await openPosts(await postsApp())
})
afterEach(() => {
  clearComposer()
  setSameMessage(true)
  enable('instagram', true)
})
afterAll(() => site.close())

test('each enabled platform has a preview card with its account, its words and what is attached', async () => {
  setSameMessage(false)
  setMessageFor('facebook', 'For the Page')
  setMessageFor('instagram', 'For the grid')
  addFiles([await picture('red'), await picture('navy')])
  const both = drawn(<Previews />).words
  expect(both).toContain('For the Page')
  expect(both).toContain('For the grid')
  expect(both.match(/2 files/g)).toHaveLength(2)
  enable('instagram', false)
  const { words } = drawn(<Previews />)
  expect(words).toContain('For the Page')
  expect(words).not.toContain('For the grid')
})

test('the box of one platform takes no more than the platform does; the box for all warns instead', () => {
  setMessage('Tap 👍')
  const limits = () =>
    [...drawn(<Messages />).markup.matchAll(/<textarea[^>]*maxlength="(\d+)"/gi)].map(([, most]) => most)
  expect(limits()).toEqual([])
  setSameMessage(false)
  // The thumb is one character to the networks and two units to the browser.
  expect(limits()).toEqual(['63207', '2201'])
})

test('a browser that refuses to copy is told of, with what to do instead', async () => {
  const clipboard = { writeText: () => Promise.resolve() }
  const before = Object.getOwnPropertyDescriptor(navigator, 'clipboard')
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  expect(await copyText('Hello')).toBe(true)
  expect(shownToasts()).toEqual([])
  spyOn(clipboard, 'writeText').mockRejectedValue(new DOMException('No', 'NotAllowedError'))
  expect(await copyText('Hello')).toBe(false)
  expect(shownToasts()).toMatchObject([
    { type: 'error', message: 'Your browser didn’t let us copy. Select the text and copy it by hand.' },
  ])
  if (before) Object.defineProperty(navigator, 'clipboard', before)
  else Reflect.deleteProperty(navigator, 'clipboard')
})
