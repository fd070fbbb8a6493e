import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { picture } from '#api/test/publishing.ts'
import { $domains, $selectedDomain, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { $settings } from '#site/dashboard/shared/me.ts'
import { cancelPost } from '#site/dashboard/shared/post-dialogs/change-posts.ts'
import { settled } from '#site/lib/remote.ts'
import { openPosts, type PostsApp, postsApp } from '#site/test/posts.ts'
import { $entries, choose, findEntries, rate, search } from './palette-entries.ts'

const HOUR = 3600

const page: { dataset: Record<string, string> } = { dataset: {} }
globalThis.document = { documentElement: page } as never

let app: PostsApp
let site: Awaited<ReturnType<typeof openPosts>>
beforeAll(async () => {
  app = await postsApp()
  await app.accept({ message: 'Lentils, eggs, mint and onions', inSeconds: HOUR })
  await app.accept({ message: 'A lemon tart', inSeconds: HOUR })
  site = await openPosts(app)
  const canceled = await app.accept({ message: 'Lentils for the last time', inSeconds: 2 * HOUR })
  await cancelPost({ post: await app.read(canceled) })
  keepMount($entries)
})
afterAll(() => {
  cleanStores($entries)
  site.close()
  Reflect.deleteProperty(globalThis, 'document')
})

async function loaded() {
  const isLoaded = Promise.withResolvers<void>()
  const stop = $entries.subscribe(
    entries => entries.some(({ kind }) => kind === 'Post') && isLoaded.resolve(),
  )
  await isLoaded.promise
  stop()
}

test('finds posts by their words, and says their state and time', async () => {
  await loaded()
  const [found, ...others] = findEntries($entries.get(), 'lemon')
  expect(others).toEqual([])
  expect(found).toMatchObject({ kind: 'Post', label: 'A lemon tart' })
  expect(found?.detail).toMatch(/^Scheduled · \w{3} \d+ \w{3}, \d+:\d\d [ap]m/)
})

test('finds canceled posts after the others', async () => {
  await loaded()
  expect(findEntries($entries.get(), 'lentils').map(({ label }) => label)).toEqual([
    'Lentils, eggs, mint and onions',
    'Lentils for the last time',
    // Its draft.
    'Lentils for the last time',
  ])
})

test('rates beginnings before later words, and whole words before parts of words', () => {
  expect(rate('Café Zoë', 'cafe')).toBeGreaterThan(rate('My café', 'cafe'))
  expect(rate('A lemon tart', 'lemon')).toBeGreaterThan(rate('Two lemonades', 'lemon'))
  expect(rate('Watermelons, a lemonade', 'lemon')).toBeGreaterThan(rate('Watermelons', 'melon'))
  expect(rate('Social Hub', 'hub')).toBeGreaterThan(rate('GitHub', 'hub'))
})

test('finds texts whatever their case, accents, composition and width', () => {
  for (const typed of ['ÄPFEL', 'apfel', 'a\u0308pfel', 'Ａｐｆｅｌ', 'pfel '])
    expect([typed, rate('Unsere Äpfel', typed) > 0]).toEqual([typed, true])
  expect(rate('Straße', 'STRASSE')).toBeGreaterThan(0)
  expect(rate('Istanbul', 'ıstanbul')).toBeGreaterThan(0)
})

test('finds letters in their order only in names, and from their beginning', () => {
  expect(rate('Calendar', 'cld', true)).toBe(1)
  expect(rate('Calendar', 'dca', true)).toBe(0)
  expect(rate('Fremantle', 'lemon', true)).toBe(0)
  expect(rate('Lemongrass, or else mint and onion', 'lmn')).toBe(0)
})

test('runs commands: “dark” finds the theme, and “new post” the composer with its shortcut', async () => {
  await loaded()
  await settled($settings)
  const [dark] = findEntries($entries.get(), 'dark')
  expect(dark).toMatchObject({ kind: 'Action', label: 'Dark theme' })
  const saved = Promise.withResolvers<void>()
  const stop = $settings.listen(() => saved.resolve())
  void choose(dark!)
  await saved.promise
  stop()
  expect($settings.get()).toMatchObject({ data: { appearance: 'dark' } })
  expect(page.dataset.theme).toBe('currawong-dark')
  expect(findEntries($entries.get(), 'new post')[0]).toMatchObject({ label: 'Create Post', keys: ['C'] })
  expect(findEntries($entries.get(), 'calendar')[0]).toMatchObject({ keys: ['G', 'C'] })
  expect(findEntries($entries.get(), 'approve')[0]?.label).toBe('Approve posts')
})

test.each([
  ['team', 'Members'],
  ['invoice', 'Help'],
  ['invoice', 'Plans and prices'],
  ['statistics', 'Insights'],
  ['connect', 'Send a connect link'],
  ['accounts', 'Social Hub'],
  ['photos', 'Media'],
  ['logo', 'Monthly Reports'],
  ['2fa', 'Privacy & Security'],
  ['google calendar', 'Calendar link'],
  ['rename business', 'Details'],
  ['failed', 'Posts that need attention'],
  ['unfinished', 'Drafts'],
  ['export', 'Export posts'],
])('finds the command for “%s”', async (typed, label) => {
  await loaded()
  expect(
    findEntries($entries.get(), typed)
      .slice(0, 2)
      .map(entry => entry.label),
  ).toContain(label)
})

test.each([
  ['Inbox', 'review reviews comment comments answer reply replies feedback respond message'],
  ['Ask for reviews', 'ask|qr|card|qr code|print|get reviews|ask for a review'],
  ['Google Business Profile Manager', 'google|google business profile|google maps|location|address|gmb'],
  ['Create Post', 'post new story reel carousel caption template repeat publish'],
  ['View Social Posts', 'posts queue bulk'],
  ['Calendar', 'calendar|schedule|plan|holiday|public holiday|share'],
  ['Insights', 'stats analytics followers metrics reach'],
  ['Social Hub', 'bluesky facebook wordpress reconnect disconnect'],
  ['Members', 'invite team permission colleagues roles'],
  ['Labels', 'label tag'],
  ['Dark theme', 'dark|dark mode|night'],
  ['Media', 'photo video picture'],
  ['Edit Profile', 'password|phone|profile picture'],
  ['Approve posts', 'approve reject'],
  ['Export posts', 'export download backup'],
  ['Voice', 'voice tone'],
  ['Monthly Reports', 'logo branding'],
  ['Hashtag sets', 'hashtag|hashtags'],
  ['Logout', 'log|log out|sign out'],
  ['Activity', 'history|who changed'],
  ['Links in posts', 'utm link'],
])('finds %s first for %s', async (label, words) => {
  await loaded()
  const typed = words.split(words.includes('|') ? '|' : ' ')
  expect(typed.map(each => [each, findEntries($entries.get(), each)[0]?.label])).toEqual(
    typed.map(each => [each, label]),
  )
})

test('lists no Logout for a logo, and where the password is changed first, whatever was opened last', async () => {
  await loaded()
  const labels = (typed: string) => findEntries($entries.get(), typed).map(({ label }) => label)
  expect(labels('logou')).toContain('Logout')
  for (const typed of ['logo', 'Logo ']) expect(labels(typed)).toEqual(['Monthly Reports'])
  const security = $entries.get().find(({ label }) => label === 'Privacy & Security')!
  await choose({ ...security, run: () => undefined })
  expect(labels('password').slice(0, 2)).toEqual(['Edit Profile', 'Privacy & Security'])
})

test('lists a part of a word in a label after whole words elsewhere', async () => {
  await loaded()
  const found = findEntries($entries.get(), 'ai').map(({ label }) => label)
  expect(found.indexOf('Create Post')).toBeLessThan(found.indexOf('Details'))
})

test('searches drafts and help, and offers content only for a search', async () => {
  const marmalade = await app.accept({ message: 'Marmalade, unfinished', inSeconds: HOUR })
  await cancelPost({ post: await app.read(marmalade) })
  await $drafts.reload()
  expect(findEntries($entries.get(), 'marmalade')[0]).toMatchObject({
    kind: 'Draft',
    label: 'Marmalade, unfinished',
  })
  const found = Promise.withResolvers<void>()
  const stop = $entries.subscribe(entries => entries.some(({ kind }) => kind === 'Help') && found.resolve())
  await found.promise
  stop()
  expect(findEntries($entries.get(), 'billing')[0]?.kind).toBe('Help')
  expect(findEntries($entries.get(), '').map(({ kind }) => kind)).not.toContain('Draft')
})

test('searches the posts that it hasn’t loaded', async () => {
  await app.accept({ message: 'Quince paste, later on', inSeconds: 3 * HOUR })
  const found = Promise.withResolvers<void>()
  const stop = $entries.subscribe(entries => findEntries(entries, 'quince').length > 0 && found.resolve())
  search('quince')
  await found.promise
  stop()
  expect(findEntries($entries.get(), 'quince')[0]?.kind).toBe('Post')
})

test('finds drafts and files of all businesses, names the business, and selects it with the choice', async () => {
  const home = $selectedDomain.get()!
  const added = await app.author.call('users/saveUserDomain', { json: { businessName: 'Corner Shop' } })
  const shop = ((await added.json()) as { data: { _id: string } }).data._id
  await $domains.reload()
  await selectDomain(home._id)
  const headers = { 'X-Domain-Id': shop }
  const content = { message: 'Rhubarb crumble' }
  await app.author.call(`drafts/${crypto.randomUUID()}`, {
    method: 'PUT',
    headers,
    json: { version: 0, content },
  })
  const form = new FormData()
  form.set('media', await picture('red', 'rhubarb.jpg'))
  await app.author.call('media', { form, headers })

  const found = Promise.withResolvers<void>()
  const stop = $entries.subscribe(entries => findEntries(entries, 'rhubarb').length > 1 && found.resolve())
  search('rhubarb')
  await found.promise
  stop()
  const hits = findEntries($entries.get(), 'rhubarb')
  expect(hits.map(({ kind, detail, domainId }) => [kind, detail, domainId]).toSorted()).toEqual([
    ['Draft', 'Corner Shop', shop],
    ['Media', 'Corner Shop', shop],
  ])
  expect($selectedDomain.get()?._id).toBe(home._id)
  let ranIn: string | undefined
  await choose({ ...hits[0]!, run: () => (ranIn = $selectedDomain.get()?._id) })
  expect(ranIn).toBe(shop)
})

test('finds an entry by a question, whose small words need not match', () => {
  expect(findEntries($entries.get(), 'how do i repeat a post?')[0]).toMatchObject({ label: 'Create Post' })
  expect(findEntries($entries.get(), 'how do i connect bluesky elephants')).toEqual([])
})
