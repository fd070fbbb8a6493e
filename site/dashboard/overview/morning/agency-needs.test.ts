import { expect, test } from 'bun:test'

import type { Client, ClientCounts } from '#shared/businesses/clients.ts'
import type { Overview } from '#shared/overview.ts'
import type { Post } from '#shared/posts/posts.ts'
import { listAgencyNeeds, nextTwoDays } from './agency-needs.ts'

const NONE = { support: 0, feature: 0 }

const client = (
  businessName: string,
  changed: Partial<Client>,
  counts: Partial<ClientCounts> = {},
): Client => ({
  _id: businessName,
  businessName,
  role: 'editor',
  counts: { inReview: 0, changesRequested: 0, held: 0, failed: 0, signedOut: 0, unanswered: 0, ...counts },
  accounts: 1,
  timeZone: 'Australia/Melbourne',
  nextPostAt: null,
  week: { posts: 0, planned: null },
  nextWeek: { posts: 1, monday: '2026-11-30' },
  score: null,
  lastActivityAt: null,
  ...changed,
})

const overview = (changed: Partial<Overview> = {}) =>
  ({
    accounts: [],
    attention: [],
    reviews: [],
    waiting: {},
    remarked: [],
    unanswered: [],
    reports: [],
    overdueReports: [],
    ...changed,
  }) as unknown as Overview

const needs = (clients: Client[], changed?: Partial<Overview>, unanswered = NONE) =>
  listAgencyNeeds({ clients, overview: overview(changed), unanswered }).map(({ client, title, action }) => [
    client,
    title,
    action.label,
    'href' in action && action.href,
  ])

test('lists messages without an answer as the user’s own task, or as a reason to open a client', () => {
  const unanswered = [{ domainId: 'Mill', count: 2 }]
  const toAnswer = client('Mill', { role: 'editor' }, { unanswered: 2 })
  expect(needs([toAnswer, client('Gym', { role: 'viewer' }, { unanswered: 1 })], { unanswered })).toEqual([
    ['Mill', '2 messages wait for an answer', 'Answer', '/dashboard/inbox'],
  ])
  expect(needs([client('Mill', { role: null }, { unanswered: 2 })])).toEqual([
    ['Mill', '2 to answer', 'Open', false],
  ])
})

test('lists what a client needs apart from the user’s own tasks, with a link to it', () => {
  expect(
    needs([
      client('Bakery', { accounts: 0, nextWeek: { posts: 0, monday: '2026-11-30' } }),
      client('Mill', { nextWeek: { posts: 0, monday: '2026-11-30' } }, { failed: 2 }),
      client('Pool', {}, { inReview: 1, changesRequested: 2 }),
      client('Gym', { role: 'viewer' }, { inReview: 1, changesRequested: 2 }),
      client('Zoo', { role: 'owner' }, { inReview: 1 }),
    ]),
  ).toEqual([
    ['Bakery', 'No accounts yet', 'Send a connect link', '/dashboard/social-hub?connect-link=new'],
    ['Mill', 'No posts next week', 'Plan posts', '/dashboard/calendar?view=week&on=2026-11-30'],
    [
      'Pool',
      'Changes requested in 2 posts',
      'See changes',
      '/dashboard/view-post?tab=attention&state=changes_requested',
    ],
    ['Pool', '1 post waits for approval', 'See posts', '/dashboard/view-post?tab=scheduled&state=in_review'],
  ])
})

test('names the client of the user’s own tasks, lists none of them twice, and puts reports last', () => {
  const sentBack = {
    _id: 'p',
    domainId: 'Pool',
    media: [],
    deliveries: [{ message: 'Laps', state: 'changes_requested', publishAt: '2026-11-30' }],
    approval: { state: 'changes_requested', by: 'Jo', whenApproved: true },
  } as unknown as Post
  const clients = [client('Pool', {}, { changesRequested: 1 }), client('Mill', { accounts: 0 })]
  expect(
    needs(clients, {
      reviews: [sentBack],
      waiting: { p: 1 },
      reports: [{ _id: 'r', domainId: 'Pool', month: '2026-10' }],
    }).map(([name, title]) => [name, title]),
  ).toEqual([
    ['Pool', 'Laps'],
    ['Mill', 'No accounts yet'],
    ['Pool', 'October 2026 report'],
  ])
})

test('joins the needs of a client that an administrator hasn’t opened, and lists unanswered requests', () => {
  const unopened = client('Bakery', { role: null }, { failed: 1, held: 2 })
  expect(needs([unopened, client('Fine', { role: null })], {}, { support: 2, feature: 0 })).toEqual([
    [undefined, '2 requests wait for an answer', 'Answer', '/dashboard/support-requests'],
    ['Bakery', '1 failed and 2 on hold', 'Open', false],
  ])
})

test('lists the posts of two days with the next posts of clients that an administrator hasn’t opened', () => {
  const now = new Date('2026-11-29T00:00:00Z')
  const post = {
    _id: 'p',
    deliveries: [{ publishAt: '2026-11-30T00:00:00.000Z', state: 'scheduled' }],
  } as Post
  const next = (name: string, nextPostAt: string | null, role: Client['role'] = null) =>
    client(name, { role, nextPostAt })
  const soon = nextTwoDays(
    [post],
    [
      next('Soon', '2026-11-29T09:00:00.000Z'),
      next('Later', '2026-12-01T00:00:00.000Z'),
      next('Member', '2026-11-29T09:00:00.000Z', 'owner'),
      next('None', null),
    ],
    now,
  )
  expect(soon.map(entry => ('post' in entry ? entry.post._id : entry.client._id))).toEqual(['Soon', 'p'])
})

test('gathers clients without accounts, but not a few of them', () => {
  const empty = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      client(`Shop ${index}`, { accounts: 0, role: index === 0 ? null : 'editor' }),
    )
  const titles = (count: number) =>
    listAgencyNeeds({ clients: empty(count), overview: overview(), unanswered: NONE }).map(
      ({ title }) => title,
    )
  expect(titles(2)).toEqual(['No accounts yet', 'No accounts yet'])
  expect(titles(6)).toEqual(['6 clients have no accounts yet'])
})
