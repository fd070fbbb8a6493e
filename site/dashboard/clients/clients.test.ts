import { afterAll, afterEach, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { testApp } from '#api/test/app.ts'
import { insertAccount, insertPost } from '#api/test/clients.ts'
import { addMember } from '#api/test/members.ts'
import { linkToDomain } from '#shared/businesses/domain-header.ts'
import { $clients, describeNoPost, listClientNeeds } from '#site/dashboard/shared/clients/clients.ts'
import { $businesses, coloursOf, openInBusiness } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { $domains, $selectedDomain, CONNECT_LINK_PATH } from '#site/dashboard/shared/domains/store.ts'
import { $router, setSearch } from '#site/dashboard/shared/router.ts'
import { $links } from '#site/dashboard/shell/screens.ts'
import { api } from '#site/lib/api/api.ts'
import { showDomainFromUrl } from '#site/lib/api/shown-domain.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { serveSite } from '#site/test/browser.ts'
import { closeDialog, openedDialog } from '#site/test/dialog.ts'
import { $colleagueChoices, $needs, $order, $search, $shown, showAllClients } from './Clients.tsx'
import { sumNeeds } from './needs.ts'

const app = await testApp()
const undo = serveSite(app)
afterAll(() => undo())

afterEach(() => {
  cleanStores($clients, $needs, $shown, $domains, $selectedDomain, $links)
  $domains.reset()
  $clients.reset()
  $search.set('')
  $order.set('need')
  signOut()
})

/** Signs in a person with businesses of these names, oldest first, and loads the stores. */
async function open(...names: string[]) {
  const person = await app.signUp()
  const businesses: { domainId: string; userId: string }[] = []
  for (const businessName of names) {
    const saved = await person.call('users/saveUserDomain', { json: { businessName } })
    const { data } = (await saved.json()) as { data: { _id: string } }
    businesses.push({ domainId: data._id, userId: person.userId })
  }
  signIn(person.token)
  for (const $store of [$clients, $shown, $domains, $selectedDomain, $links]) keepMount($store)
  await Promise.all([$clients.reload(), $domains.reload()])
  return businesses
}

const shownNames = () => $shown.get().map(({ businessName }) => businessName)
const isLinked = () =>
  $links
    .get()('nav')
    .some(({ route }) => route === 'clients')

test('shows its link only to members of several businesses', async () => {
  await open('Mill')
  expect(isLinked()).toBe(false)
  cleanStores($domains, $links)
  $domains.reset()
  await open('Mill', 'Bakery')
  expect(isLinked()).toBe(true)
})

test('ignores the kind of apostrophe in a search, and sorts by need, name, next post and inactivity', async () => {
  const [plumbing, bakery] = await open('Pat’s Plumbing', 'Bakery', 'Mill')
  await insertPost(app.ctx, plumbing!, { state: 'failed' })
  await insertPost(app.ctx, bakery!, { state: 'scheduled' })
  await $clients.reload()
  expect(shownNames()).toEqual(['Pat’s Plumbing', 'Mill', 'Bakery'])
  $order.set('name')
  expect(shownNames()).toEqual(['Bakery', 'Mill', 'Pat’s Plumbing'])
  $order.set('next')
  expect(shownNames()[0]).toBe('Bakery')
  $order.set('quiet')
  expect(shownNames()[0]).toBe('Mill')
  $search.set(" pat's")
  expect(shownNames()).toEqual(['Pat’s Plumbing'])
  $search.set('submarine')
  expect(shownNames()).toEqual([])
})

test('filters by the colleague that the URL names', async () => {
  const [mill] = await open('Mill', 'Bakery')
  const mia = await app.signUp({ fullname: 'Mia Wong' })
  await addMember(app.ctx, { domainId: mill!.domainId, userId: mia.userId, role: 'editor' })
  $router.open('/dashboard/clients')
  await $clients.reload()
  expect($colleagueChoices.get()).toEqual([{ value: mia.userId, label: 'Mia Wong (1)' }])
  setSearch({ colleague: mia.userId })
  expect($router.get()?.search).toEqual({ colleague: mia.userId })
  await $clients.reload()
  expect(shownNames()).toEqual(['Mill'])
  setSearch({ colleague: 'gone' })
  await $clients.reload()
  expect(shownNames()).toEqual([])
  expect($colleagueChoices.get().at(-1)).toEqual({ value: 'gone', label: 'Somebody who left' })
  showAllClients()
  await $clients.reload()
  expect(shownNames().toSorted()).toEqual(['Bakery', 'Mill'])
})

test('selects the client before it opens the screen of a count', async () => {
  const [mill, bakery] = await open('Mill', 'Bakery')
  await insertPost(app.ctx, bakery!, { state: 'held' })
  await insertAccount(app.ctx, bakery!, { network: 'facebook', status: 'needs_reconnect' })
  await $clients.reload()
  expect($selectedDomain.get()?._id).toBe(mill?.domainId)
  const [client] = $shown.get()
  expect(listClientNeeds(client!).map(({ label }) => label)).toEqual([
    '1 on hold',
    '1 signed out',
    'Nothing next week',
  ])
  await openInBusiness(client!._id, listClientNeeds(client!)[0]!.href)
  expect($selectedDomain.get()?._id).toBe(bakery?.domainId)
  expect($router.get()).toMatchObject({ route: 'viewPosts', search: { tab: 'attention', state: 'held' } })
})

test('keeps the selected business when a connect link is sent to a client', async () => {
  const [mill, bakery] = await open('Mill', 'Bakery')
  await openInBusiness(bakery!.domainId, CONNECT_LINK_PATH)
  expect(openedDialog()).toEqual({ name: 'ConnectLinkDialog', domainId: bakery!.domainId })
  expect($selectedDomain.get()?._id).toBe(mill!.domainId)
  closeDialog()
})

test('offers to connect a business without accounts, or the link for a client, and next week’s calendar of an idle one', async () => {
  const [mill, bakery] = await open('Mill', 'Bakery')
  await insertAccount(app.ctx, bakery!, { network: 'facebook', status: 'connected' })
  await $clients.reload()
  const needs = Object.fromEntries(
    $shown
      .get()
      .map(client => [client.businessName, listClientNeeds(client).map(({ text, href }) => [text, href])]),
  )
  expect(needs).toEqual({
    Mill: [['No accounts yet', '/dashboard/social-hub']],
    Bakery: [['No posts next week', '/dashboard/calendar?view=week&on=2030-01-07']],
  })
  const client = $shown.get().find(({ _id }) => _id === mill!.domainId)!
  expect(describeNoPost(client)).toBe('No posts yet')
  // Owners connect their own accounts, or send the link; others send it.
  const [{ action, second } = {}] = listClientNeeds(client)
  expect([action, second?.label]).toEqual(['Connect', 'Send a connect link'])
  expect(listClientNeeds({ ...client, role: 'editor' })).toMatchObject([
    { action: 'Send a connect link', href: '/dashboard/social-hub?connect-link=new' },
  ])
  expect(listClientNeeds({ ...client, role: 'approver' })).toEqual([])
  expect(listClientNeeds({ ...client, accounts: 1, role: 'viewer' })).toEqual([])
  expect(listClientNeeds({ ...client, role: null }).map(({ label }) => label)).toEqual(['No accounts yet'])
})

test('shows the business that a link names, and removes it from the URL', async () => {
  const [, bakery] = await open('Mill', 'Bakery')
  const { location, history } = globalThis
  const href = `http://currawong.test${linkToDomain('/dashboard/calendar?view=week', bakery!.domainId)}`
  const replaced: string[] = []
  Object.assign(globalThis, {
    location: { href },
    history: { replaceState: (_: unknown, __: string, url: URL) => replaced.push(url.href) },
  })
  showDomainFromUrl()
  Object.assign(globalThis, { location, history })
  await $domains.reload()
  expect($selectedDomain.get()?._id).toBe(bakery?.domainId)
  expect(replaced).toEqual(['http://currawong.test/dashboard/calendar?view=week'])
})

test('keeps the colours of the clients when another one is added, and gives six of them six', async () => {
  const coloursNow = () => new Map([...$businesses.get().values()].map(({ id, colour }) => [id, colour]))
  await open('Mill', 'Bakery', 'Florist')
  const before = coloursNow()
  for (const businessName of ['Harbour', 'Quay', 'Ferry'])
    await api.users.saveUserDomain.$post({ json: { businessName, websiteURL: '' } })
  await $domains.reload()
  const after = coloursNow()
  expect([...before].map(([id]) => [id, after.get(id)])).toEqual([...before])
  expect(new Set(after.values()).size).toBe(6)
})

test('gives businesses whose colours are the same by chance different ones', () => {
  expect(new Set(coloursOf(['a', 'g', 'm', 's']).values()).size).toBe(4)
})

test('adds up what the clients need, filters by one need, and opens the posts of all of them', async () => {
  const [plumbing, bakery] = await open('Pat’s Plumbing', 'Bakery', 'Mill')
  for (const business of [plumbing!, bakery!, bakery!]) await insertPost(app.ctx, business, { state: 'held' })
  $router.open('/dashboard/clients')
  await $clients.reload()
  expect($needs.get().map(({ label, all }) => [label, all])).toEqual([
    [
      '3 on hold',
      { label: 'Open 3 posts', href: '/dashboard/view-post?tab=attention&state=held&businesses=all' },
    ],
    ['3 without accounts', undefined],
  ])
  const [first, ...others] = $shown.get()
  const all = sumNeeds([{ ...first!, role: null }, ...others]).map(need => need.all?.label)
  expect(all).toEqual(['Open 1 of 3 posts', undefined])
  const unanswered = (count: number) => ({
    ...first!,
    counts: { ...first!.counts, held: 0, unanswered: count },
  })
  expect(sumNeeds([{ ...unanswered(6), role: null }, unanswered(2)])[0]).toMatchObject({
    label: '8 to answer',
    all: { label: 'Open 2 of 8 messages', href: '/dashboard/inbox?businesses=all' },
  })
  setSearch({ need: 'held' })
  expect(shownNames()).toEqual(['Bakery', 'Pat’s Plumbing'])
  showAllClients()
  expect(shownNames()).toHaveLength(3)
})
