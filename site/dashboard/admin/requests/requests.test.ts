import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'
import { renderToStaticMarkup } from 'react-dom/server'

import { testApp, type TestApp } from '#api/test/app.ts'
import { AD_MANAGEMENT, type SupportRequest } from '#shared/requests/requests.ts'
import { contactLink } from '#site/dashboard/admin/columns.ts'
import { adFacts, adRequests, websiteFacts, websiteRequests } from '#site/dashboard/admin/FeatureRequests.tsx'
import { supportFacts, supportRequests } from '#site/dashboard/admin/SupportRequests.tsx'
import { $router } from '#site/dashboard/shared/router.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { $toasts, dismissToast } from '#site/lib/toasts.ts'
import { serveSite } from '#site/test/browser.ts'
import { byNeed, filter, NOBODY, openPage } from './request-list.ts'
import { columnsOf, FactText } from './RequestTable.tsx'

let app: TestApp
let undo: () => void

beforeEach(async () => {
  app = await testApp()
  undo = serveSite(app)
  signIn((await app.admin()).token)
})
afterEach(() => {
  for (const list of [supportRequests, websiteRequests, adRequests]) {
    const { $all, $search, $counts, $found, $view } = list
    cleanStores($all, $search, $counts, $found, $view)
    list.search('')
    $all.reset()
  }
  $toasts.set([])
  signOut()
  undo()
})

async function receive(fullname: string, message = 'Hello') {
  const json = { fullname, email: 'pat@example.com', service: 'sms', message }
  const { status } = await app.request('users/saveContactRequest', { json, address: fullname })
  expect(status).toBe(200)
  app.clock.advance(1000)
}

async function open() {
  keepMount(supportRequests.$view)
  $router.open('/dashboard/support-requests')
  await supportRequests.$all.reload()
}

const shown = () => supportRequests.$view.get().rows.map(({ fullname }) => fullname)
const names = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, step) => `Visitor ${from + step}`)

test('shows when a request came beside its sender, where a small laptop doesn’t cut it off', () => {
  const labels = (facts: readonly { label: string }[]) => facts.map(({ label }) => label)
  expect(labels(columnsOf(supportFacts))).toEqual([
    'Full Name',
    'Created At',
    'Email',
    'Contact',
    'Company',
    'Service',
    'Message',
  ])
  expect(labels(columnsOf(websiteFacts)).slice(0, 3)).toEqual(['Name', 'Created At', 'Contact'])
})

test('lists unanswered requests oldest first, ten per page', async () => {
  for (let visitor = 1; visitor <= 20; visitor++) await receive(`Visitor ${visitor}`)
  await open()
  expect(shown()).toEqual(names(1, 10))
  openPage(1)
  expect(shown()).toEqual(names(11, 20))
  expect(supportRequests.$view.get()).toMatchObject({ page: 1, pages: 2, total: 20, from: 10 })
  openPage(2)
  expect(shown()).toEqual(names(11, 20))
  openPage(0)
  expect(shown()).toEqual(names(1, 10))
})

test('finds requests that contain all words, anywhere', async () => {
  await receive('Pat Lee', 'Do you do buses?')
  await receive('Kim Ng', 'Do you do trams?')
  await open()
  supportRequests.search('TRAMS kim')
  expect(shown()).toEqual(['Kim Ng'])
  supportRequests.search('Email Campaigns')
  expect(shown()).toEqual(['Pat Lee', 'Kim Ng'])
  supportRequests.search('2030')
  expect(shown()).toEqual([])
  supportRequests.search('nowhere')
  expect(shown()).toEqual([])
})

test('finds names with either kind of apostrophe, and phone numbers with any spacing', async () => {
  await receive('Pat O’Neil', 'Call 0400 000 000')
  await open()
  for (const query of ["o'neil", 'O’Neil', '0400000000', '0400 000 000']) {
    supportRequests.search(query)
    expect([query, shown()]).toEqual([query, ['Pat O’Neil']])
  }
})

test('puts answered requests below, newest first, and filters by status and assignee', async () => {
  const admin = await app.admin()
  signIn(admin.token)
  for (const name of ['First', 'Second', 'Third', 'Fourth']) await receive(name)
  await open()
  const idOf = (name: string) => {
    const { rows } = supportRequests.$view.get()
    return rows.find(({ fullname }) => fullname === name)?._id ?? ''
  }
  const change = (name: string, json: object) =>
    admin.call(`admin/supportRequests/${idOf(name)}`, { method: 'PATCH', json: { version: 1, ...json } })
  await change('First', { status: 'contacted' })
  await change('Third', { status: 'won', assigneeId: admin.userId })
  await supportRequests.$all.reload()
  expect(shown()).toEqual(['Second', 'Fourth', 'Third', 'First'])

  keepMount(supportRequests.$counts)
  expect(supportRequests.$counts.get()).toEqual({ all: 4, new: 2, contacted: 1, won: 1, lost: 0 })
  filter({ status: 'won' })
  expect(shown()).toEqual(['Third'])
  filter({ status: 'all', assignee: admin.userId })
  expect(shown()).toEqual(['Third'])
  expect(supportRequests.$counts.get()).toMatchObject({ all: 1, won: 1 })
  filter({ assignee: NOBODY })
  expect(shown()).toEqual(['Second', 'Fourth', 'First'])
})

test('opens the page of the URL, or the last one with rows', async () => {
  for (let visitor = 1; visitor <= 11; visitor++) await receive(`Visitor ${visitor}`)
  await open()
  openPage(1)
  expect(shown()).toEqual(['Visitor 11'])
  openPage(7)
  expect(shown()).toEqual(['Visitor 11'])
})

test('restores a deleted request to its place on undo', async () => {
  for (const name of ['First', 'Second', 'Third']) await receive(name)
  await open()
  const second = supportRequests.$view.get().rows[1]!
  expect(await supportRequests.remove(second)).toBe(true)
  expect(shown()).toEqual(['First', 'Third'])
  await supportRequests.$all.reload()
  expect(shown()).toEqual(['First', 'Third'])

  const notice = $toasts.get()[0]!
  expect(notice).toMatchObject({ message: 'Request deleted.', duration: 10_000, action: { label: 'Undo' } })
  const isBack = new Promise<void>(resolve => supportRequests.$all.listen(() => resolve()))
  notice.action!.run()
  dismissToast(notice.id)
  await isBack
  expect(shown()).toEqual(['First', 'Second', 'Third'])
  await supportRequests.$all.reload()
  expect(shown()).toEqual(['First', 'Second', 'Third'])
})

test('falls back to the previous page when deletions empty one', async () => {
  for (let visitor = 1; visitor <= 11; visitor++) await receive(`Visitor ${visitor}`)
  await open()
  openPage(1)
  await supportRequests.remove(supportRequests.$view.get().rows[0]!)
  expect(supportRequests.$view.get()).toMatchObject({ page: 0, pages: 1 })
  expect(shown()).toHaveLength(10)
})

test('reports a request that another administrator deleted first, and keeps the list', async () => {
  await receive('Pat Lee')
  await open()
  const request = supportRequests.$view.get().rows[0]!
  await app.request(`admin/supportRequests/${request._id}`, {
    method: 'DELETE',
    token: localStorage.getItem('token') ?? '',
  })
  expect(await supportRequests.remove(request)).toBe(false)
  expect($toasts.get()).toMatchObject([{ type: 'error' }])
})

test('leaves the list on the screen when the session has ended before a request is deleted', async () => {
  await receive('Visitor 1')
  await open()
  await app.request('users/logout', { json: {}, token: localStorage.getItem('token') ?? '' })
  expect(await supportRequests.remove(supportRequests.$view.get().rows[0]!)).toBe(false)
  expect(shown()).toEqual(['Visitor 1'])
  expect($toasts.get()).toEqual([])
})

test('shows a support request’s service by name', async () => {
  await receive('Pat Lee', 'Do you do buses?')
  await open()
  const request = supportRequests.$view.get().rows[0]!
  const row = Object.fromEntries(supportFacts.map(({ label, text }) => [label, text(request)]))
  expect(row).toMatchObject({
    'Full Name': 'Pat Lee',
    Email: 'pat@example.com',
    Service: 'SMS & Email Campaigns',
    Message: 'Do you do buses?',
  })
  const service = supportFacts.find(({ label }) => label === 'Service')!
  expect(service.text({ ...request, service: 'other', offering: 'Content creation' })).toBe(
    'Content creation',
  )
})

test('lists both kinds of feature request separately, with flags by name', async () => {
  await app.request('users/saveFeatureRequest', {
    json: {
      business: 'Pat’s Plumbing',
      contact: '0400 000 000',
      websiteType: { basic: true, store: true, other: 'a map' },
      existing: { logo: true },
      budget: 'basic',
    },
  })
  await app.request('users/saveFeatureRequest', {
    json: {
      requestType: AD_MANAGEMENT,
      campaignObjective: 'Other (please specify)',
      otherObjective: 'Fill the van',
      targetAudience: 'Everybody with a tap',
      platforms: ['facebook', 'youtube'],
      budgetRange: '$5,000+',
      name: 'Kim Ng',
      email: 'kim@example.com',
    },
  })
  keepMount(websiteRequests.$view)
  keepMount(adRequests.$view)
  await Promise.all([websiteRequests.$all.reload(), adRequests.$all.reload()])

  const [website] = websiteRequests.$view.get().rows
  expect(Object.fromEntries(websiteFacts.map(({ label, text }) => [label, text(website!)]))).toMatchObject({
    Business: 'Pat’s Plumbing',
    'Website Type': 'basic, store, a map',
    'Existing Assets': 'logo',
    'Extra Features': '',
  })
  const [ad] = adRequests.$view.get().rows
  expect(Object.fromEntries(adFacts.map(({ label, text }) => [label, text(ad!)]))).toMatchObject({
    Name: 'Kim Ng',
    'Campaign Objective': 'Other: Fill the van',
    Platforms: 'Facebook, YouTube',
    'Budget Range': '$5,000+',
  })
  expect(websiteRequests.$view.get().total + adRequests.$view.get().total).toBe(2)
})

test.each([
  ['pat@example.com', 'mailto:pat@example.com'],
  ['pat+shop@example.com', 'mailto:pat%2Bshop@example.com'],
  ['0400 000 000', 'tel:0400000000'],
  ['+61 (0)400 000 000', 'tel:+61400000000'],
  ['call me after 5', undefined],
  ['javascript:alert(1)', undefined],
])('links the contact %s to %s', (text, link) => {
  expect(contactLink(text)).toBe(link)
})

test('lets a long e-mail address break before its domain only', () => {
  const email = supportFacts.find(({ label }) => label === 'Email')
  const request = { email: 'sam@northsidecycles.com.au' } as SupportRequest
  const cell = renderToStaticMarkup(FactText({ fact: email!, request, missing: '—' }))
  expect(cell).toContain('sam@<wbr/>northsidecycles.com.au')
})

test('lists calls that are ahead first, soonest at the top, unless they are cancelled', () => {
  const hours = (count: number) => new Date(Date.now() + count * 60 * 60_000).toISOString()
  const request = (_id: string, changed: object = {}) =>
    ({ _id, status: 'new', createdAt: `2026-11-0${_id}T00:00:00.000Z`, ...changed }) as SupportRequest
  const call = (_id: string, at: number, service = 'booked-call') =>
    request(_id, { service, preferredAt: hours(at) })
  const sorted = [
    request('1'),
    call('2', 48),
    call('3', 24),
    call('4', 1, 'cancelled-call'),
    call('5', -1),
  ].toSorted(byNeed)
  expect(sorted.map(({ _id }) => _id)).toEqual(['3', '2', '1', '4', '5'])
})
