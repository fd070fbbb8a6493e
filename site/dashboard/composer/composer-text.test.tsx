import { afterAll, afterEach, beforeAll, expect, spyOn, test } from 'bun:test'

import { clip, picture } from '#api/test/publishing.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import { NO_EXTRAS } from '#shared/posts/extras.ts'
import { NOT_CONNECTED } from '#shared/posts/posts.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { copyText } from '#site/lib/copy-text.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { openPosts, postsApp, shownToasts } from '#site/test/posts.ts'
import { rendered } from '#site/test/rendered.ts'
import { Extras } from './Additions.tsx'
import { clearComposer } from './draft/clear-composer.ts'
import {
  $choices,
  $errors,
  enable,
  setExtras,
  setMessage,
  setMessageFor,
  setSameMessage,
} from './draft/draft.ts'
import { $editing } from './edit/editing.ts'
import { $covers, $media, fromItem, $positions } from './media/media.ts'
import { OneKindNote } from './media/OneKindNote.tsx'
import { addFiles } from './media/uploads.ts'
import { Messages } from './messages/Messages.tsx'
import { OwnMessages } from './messages/OwnMessages.tsx'
import { showNetwork } from './messages/shown-network.ts'
import { PeopleInput } from './PeopleInput.tsx'
import { Previews } from './previews/Previews.tsx'
import { checkDraft } from './send/check-draft.ts'
import { Platforms } from './send/Platforms.tsx'

let site: Awaited<ReturnType<typeof openPosts>>
beforeAll(async () => {
  site = await openPosts(await postsApp())
})
afterEach(() => {
  clearComposer()
  $editing.set(undefined)
  setSameMessage(true)
  enable('instagram', true)
})
afterAll(() => site.close())

test('says once that a text is too long, before and after the post is sent', () => {
  const count = () => rendered(<Messages />).text.split('Message exceeds limit').length - 1
  setMessage('x'.repeat(2300))
  expect(count()).toBe(1)
  $errors.set({ message: checkDraft(new Date())!.message })
  expect(count()).toBe(1)
  setMessage('x'.repeat(2301))
  expect($errors.get().message).toBeUndefined()
})

test('marks the tab of a message that a network would reject, but not of a story, which has no text', () => {
  const isMarked = () => rendered(<OwnMessages />).markup.includes('Needs a change')
  setSameMessage(false)
  setMessageFor('instagram', '@a '.repeat(21))
  expect(isMarked()).toBe(true)
  setMessageFor('instagram', 'x'.repeat(2201))
  expect(isMarked()).toBe(true)
  setExtras('instagram', { ...NO_EXTRAS, kind: 'story' })
  expect(isMarked()).toBe(false)
})

test('tells an author who connects accounts, instead of a link to a page where they can’t', () => {
  expect(rendered(<Platforms />).markup).toContain('Connect Google')
  const { data } = $domains.get()
  $domains.set({ state: 'ready', data: data!.map(each => ({ ...each, role: 'author' as const })) })
  const { markup } = rendered(<Platforms />)
  $domains.set({ state: 'ready', data: data! })
  expect(markup).not.toContain('Connect Google')
  expect(markup).toContain('An owner or editor of this business can connect it.')
})

test('previews account, text and media of the chosen platform, with a tab for each', async () => {
  setSameMessage(false)
  setMessageFor('facebook', 'For the Page')
  setMessageFor('instagram', 'For the grid')
  addFiles([await picture('red'), await picture('navy')])
  const facebook = rendered(<Previews />)
  expect(facebook.markup.match(/role="tab"/g)).toHaveLength(2)
  expect(facebook.text).toContain('For the Page')
  expect(facebook.text).toContain('2 files')
  showNetwork('instagram')
  expect(rendered(<Previews />).text).toContain('For the grid')
  enable('instagram', false)
  expect(rendered(<Previews />).text).toContain('For the Page')
})

test('asks a story for a name in the lists instead of a message', () => {
  setMessage('Tap of the day')
  for (const network of ['facebook', 'instagram'] as const)
    setExtras(network, { ...NO_EXTRAS, kind: 'story' })
  const { markup, text } = rendered(<Messages />)
  expect(markup).not.toContain('<textarea')
  expect(text).toContain('A story is published without a text.')
  const story = rendered(<Extras />)
  expect(story.text).toContain('Name in your lists (optional)')
  expect(story.markup).toContain('value="Tap of the day"')
  enable('instagram', false)
  setExtras('facebook', null)
  expect(rendered(<Messages />).markup).toContain('<textarea')
})

test('says at once that Google gets the text without the video', async () => {
  setMessage('Watch us wash a window')
  enable('google', true)
  addFiles([await clip()])
  expect(rendered(<OneKindNote />).text).toContain(
    'Google Business Profile shows no videos: it gets the text without it.',
  )
  expect($positions.get().google).toEqual([])
  // The only problem is the account that this business doesn't have.
  expect(checkDraft(new Date())).toEqual({ field: 'platforms', message: NOT_CONNECTED.google })
  enable('google', false)
  expect(checkDraft(new Date())).toBeUndefined()
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

test('keeps the preview of a post that is partly out within reach, although its platforms are fixed', () => {
  $editing.set({ out: ['facebook'], networks: ['facebook', 'instagram'] } as never)
  const { markup } = rendered(
    <Platforms>
      <button type="button">Preview</button>
    </Platforms>,
  )
  expect(markup).toMatch(/<fieldset disabled="".*role="switch".*<\/fieldset>.*<button type="button">Preview/s)
})

test('lets a chosen platform without an account be turned off', () => {
  enable('google', true)
  const chosen = rendered(<Platforms />)
  expect(chosen.text).toContain('Google Not connected Connect Google')
  expect(chosen.markup.match(/role="switch"/g)).toHaveLength(3)
  enable('google', false)
  const left = rendered(<Platforms />)
  expect(left.text).toContain('Connect Google')
  expect(left.markup.match(/role="switch"/g)).toHaveLength(2)
})

test('explains what to do when the browser refuses to copy', async () => {
  const clipboard = { writeText: () => Promise.resolve() }
  const before = Object.getOwnPropertyDescriptor(navigator, 'clipboard')
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  await copyText('Hello', 'Copied.')
  expect(shownToasts()).toMatchObject([{ type: 'success', message: 'Copied.' }])
  $toasts.set([])
  spyOn(clipboard, 'writeText').mockRejectedValue(new DOMException('No', 'NotAllowedError'))
  await copyText('Hello', 'Copied.')
  expect(shownToasts()).toMatchObject([
    { type: 'error', message: 'Your browser didn’t let us copy. Select the text and copy it by hand.' },
  ])
  if (before) Object.defineProperty(navigator, 'clipboard', before)
  else Reflect.deleteProperty(navigator, 'clipboard')
})

test('shows a reel with the picture that is its cover, and where it is', () => {
  enable('facebook', false)
  const file = { width: 1080, height: 1920, bytes: 1000, altText: '' }
  const film = {
    ...file,
    _id: 'film',
    kind: 'video',
    name: 'film.mp4',
    url: '/film.mp4',
    duration: 4,
  } as const
  const red = { ...file, _id: 'red', kind: 'image', name: 'red.jpg', url: '/red.jpg' } as const
  $media.set([fromItem(film, '')])
  const input = () =>
    rendered(<PeopleInput network="instagram" focusOnMount={false} onRemove={() => {}} />).text
  expect(input()).toContain('Use a picture as cover')
  $covers.set([red])
  const place = { id: '1', name: 'Harbour Bakehouse', address: '12 Harbour Street' }
  setExtras('instagram', { ...NO_EXTRAS, coverId: 'red', place })
  expect(input()).toContain('Choose another picture')
  expect(input()).toContain('Show the place: Harbour Bakehouse, 12 Harbour Street')
  const { markup, text } = rendered(<Previews />)
  expect(markup).toContain('src="/red.jpg"')
  expect(text).toContain('Harbour Bakehouse')
  setExtras('instagram', null)
  expect(rendered(<Previews />).markup).not.toContain('red.jpg')
  enable('facebook', true)
})
