import { afterAll, afterEach, beforeAll, expect, spyOn, test } from 'bun:test'

import { picture } from '#api/test/publishing.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { openPosts, postsApp, shownToasts } from '#site/test/posts.ts'
import { rendered } from '#site/test/rendered.ts'
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

test('shows a preview of account, text and media for each enabled platform', async () => {
  setSameMessage(false)
  setMessageFor('facebook', 'For the Page')
  setMessageFor('instagram', 'For the grid')
  addFiles([await picture('red'), await picture('navy')])
  const both = rendered(<Previews />).text
  expect(both).toContain('For the Page')
  expect(both).toContain('For the grid')
  expect(both.match(/2 files/g)).toHaveLength(2)
  enable('instagram', false)
  const { text } = rendered(<Previews />)
  expect(text).toContain('For the Page')
  expect(text).not.toContain('For the grid')
})

test('suggests connecting accounts only if they could be loaded', () => {
  $choices.set({})
  const before = NETWORK_IDS.map(network => [network, $accounts[network].get()] as const)
  for (const network of NETWORK_IDS)
    $accounts[network].set({ state: 'failed', message: 'We can’t reach the server.', error: undefined })
  const { text } = rendered(<Previews />)
  for (const [network, account] of before) $accounts[network].set(account)
  expect(text).toContain('Your accounts didn’t load.')
  expect(text).not.toContain('Connect')
})

test('lets a chosen platform without an account be turned off', () => {
  enable('google', true)
  const chosen = rendered(<Platforms />)
  expect(chosen.text).toContain('Google Business Profile Not connected Connect it in Social Hub')
  expect(chosen.markup.match(/role="switch"/g)).toHaveLength(3)
  enable('google', false)
  const left = rendered(<Platforms />)
  expect(left.text).toContain('Google Business Profile is not connected Connect it in Social Hub')
  expect(left.markup.match(/role="switch"/g)).toHaveLength(2)
})

test('limits one platform’s box to its maximum, and only warns in the shared box', () => {
  setMessage('Tap 👍')
  const limits = () =>
    [...rendered(<Messages />).markup.matchAll(/<textarea[^>]*maxlength="(\d+)"/gi)].map(([, most]) => most)
  expect(limits()).toEqual([])
  setSameMessage(false)
  // The emoji is one character to the networks and two UTF-16 units to the browser.
  expect(limits()).toEqual(['63207', '2201'])
})

test('explains what to do when the browser refuses to copy', async () => {
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
