import { afterAll, afterEach, beforeAll, expect, spyOn, test } from 'bun:test'

import { picture } from '#api/test/publishing.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { drawn } from '#site/test/drawn.ts'
import { openPosts, postsApp, shownToasts } from '#site/test/posts.ts'
import { $choices, enable, setMessage, setMessageFor, setSameMessage } from './draft/draft.ts'
import { addFiles } from './media/uploads.ts'
import { copyText } from './messages/copy-text.ts'
import { Messages } from './messages/Messages.tsx'
import { Previews } from './previews/Previews.tsx'
import { Platforms } from './send/Platforms.tsx'
import { clearComposer } from './send/send.ts'

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

test('where accounts could not be read, nobody is told to connect what may be connected', () => {
  $choices.set({})
  const before = NETWORK_IDS.map(network => [network, $accounts[network].get()] as const)
  for (const network of NETWORK_IDS)
    $accounts[network].set({ state: 'failed', message: 'We can’t reach the server.', error: undefined })
  const { words } = drawn(<Previews />)
  for (const [network, account] of before) $accounts[network].set(account)
  expect(words).toContain('Your accounts didn’t load.')
  expect(words).not.toContain('Connect')
})

test('a platform that was chosen and is not connected can be turned off', () => {
  enable('google', true)
  const chosen = drawn(<Platforms />)
  expect(chosen.words).toContain('Google Business Profile Not connected Connect it in Social Hub')
  expect(chosen.markup.match(/role="switch"/g)).toHaveLength(3)
  enable('google', false)
  const left = drawn(<Platforms />)
  expect(left.words).toContain('Google Business Profile is not connected Connect it in Social Hub')
  expect(left.markup.match(/role="switch"/g)).toHaveLength(2)
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
