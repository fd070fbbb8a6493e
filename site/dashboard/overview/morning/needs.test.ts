import { expect, test } from 'bun:test'

import { reasons } from '#api/deliveries/reasons.ts'
import type { Overview } from '#shared/overview.ts'
import type { ApprovalState } from '#shared/posts/approvals.ts'
import type { Delivery, Post } from '#shared/posts/posts.ts'
import { describeDay, sumOf } from './Morning.tsx'
import { listNeeds } from './needs.ts'

const delivery = (reasonCode: string, state: Delivery['state'] = 'held') =>
  ({
    _id: 'd',
    network: 'facebook',
    message: 'Fresh bread',
    state,
    reasonCode,
    reason: 'Because.',
    publishAt: '2026-11-28T09:00:00.000Z',
  }) as Delivery
const overview = (...deliveries: Delivery[]) =>
  ({
    accounts: [],
    reports: [],
    overdueReports: [],
    reviews: [],
    waiting: {},
    remarked: [],
    unanswered: [],
    attention:
      deliveries.length > 0 ? [{ _id: 'p', domainId: 'b', media: [], deliveries } as unknown as Post] : [],
  }) as unknown as Overview

const labelOf = (...deliveries: Delivery[]) => listNeeds(overview(...deliveries))[0]?.action.label

test('offers one action per post, depending on the problem', () => {
  expect(labelOf(delivery('late'))).toBe('Reschedule')
  expect(labelOf(delivery('restored'))).toBe('Reschedule')
  expect(labelOf(delivery('2', 'failed'))).toBe('Try again')
  expect(labelOf(delivery('another_account'))).toBe('Decide')
  expect(labelOf(delivery('not_approved'))).toBe('Review')
  expect(labelOf(delivery('approval_missed'))).toBe('Reschedule')
})

test('asks for an answer to the messages of a business', () => {
  expect(listNeeds({ ...overview(), unanswered: [{ domainId: 'b', count: 2 }] })).toMatchObject([
    {
      domainId: 'b',
      title: '2 messages wait for an answer',
      action: { label: 'Answer', href: '/dashboard/inbox' },
    },
  ])
})

test('joins the posts that wait for a disconnected account to one task', () => {
  const account = { _id: 'b google', domainId: 'b', network: 'google', name: 'Pat’s', held: 3 } as const
  const accounts = [{ ...account, cause: 'disconnected' as const }]
  expect(listNeeds({ ...overview(), accounts })).toMatchObject([
    {
      title: 'Google Business Profile isn’t connected any more.',
      text: '3 posts are on hold.',
      action: { label: 'Connect', href: '/dashboard/social-hub?connect=google' },
    },
  ])
})

test('joins many posts that one cause stopped to one task, and lists a few of them', () => {
  const late = (count: number) => ({
    ...overview(),
    attention: Array.from(
      { length: count },
      (_, at) =>
        ({ _id: `p${at}`, domainId: 'b', media: [], deliveries: [delivery('late')] }) as unknown as Post,
    ),
  })
  expect(listNeeds(late(3))).toHaveLength(3)
  expect(listNeeds(late(14))).toMatchObject([
    {
      title: '14 posts, the first of them “Fresh bread”',
      text: 'Because.',
      action: { label: 'See them', href: '/dashboard/view-post?tab=attention' },
    },
  ])
})

test('sends nothing from a post in which each network needs another decision', () => {
  expect(labelOf(delivery('late'), delivery('368', 'failed'))).toBe('Decide')
  expect(labelOf(delivery('restored'), delivery('368', 'failed'))).toBe('Decide')
  const onAnother = { ...delivery('368', 'failed'), writtenFor: 'Pat’s Plumbing' }
  expect(labelOf(onAnother)).toBe('Decide')
})

test('leaves out networks that wait for a new sign-in, which is a task of its own', () => {
  expect(labelOf(delivery('late'), delivery('needs_reconnect'))).toBe('Reschedule')
  expect(labelOf(delivery('leaving'), delivery('2', 'failed'))).toBe('Try again')
  expect(labelOf(delivery('disconnected'), delivery('2', 'failed'))).toBe('Try again')
})

test('names all networks that one reason holds, without the buttons that only the details have', () => {
  const held = (network: 'facebook' | 'google') => ({
    ...delivery('late'),
    network,
    ...reasons.late(network),
  })
  expect(listNeeds(overview(held('facebook'), held('google')))[0]?.text).toBe(
    'We missed this post’s time, so it hasn’t gone to Facebook or Google Business Profile.',
  )
})

test('offers to edit a post that the network rejected for its content', () => {
  const rejected = { ...delivery('36003', 'failed'), needsEdit: true as const }
  expect(labelOf(rejected)).toBe('Edit')
  expect(labelOf(rejected, delivery('never_confirmed', 'failed'))).toBe('Check it')
})

test('opens the details of a post whose reason asks to check the account before a retry', () => {
  const blocked = { ...delivery('368', 'failed'), needsCheck: true as const }
  expect(listNeeds(overview(blocked))[0]?.action).toEqual({
    label: 'Decide',
    href: '/dashboard?post=p',
  })
  expect(labelOf(blocked, delivery('2', 'failed'))).toBe('Decide')
})

test('never offers to resend a post that may be public', () => {
  expect(labelOf(delivery('never_confirmed', 'failed'))).toBe('Check it')
  expect(labelOf(delivery('late'), delivery('never_confirmed', 'failed'))).toBe('Check it')
})

test('asks to review posts, and shows an author the requested changes', () => {
  const post = (state: string, by: string | null, publishAt: string) =>
    ({
      _id: state,
      publishAt,
      domainId: 'b',
      media: [],
      deliveries: [delivery('', 'in_review')],
      approval: { state, by, whenApproved: true },
    }) as unknown as Post
  const reviews = [post('in_review', null, '2026-11-24'), post('changes_requested', 'Jo', '2026-11-25')]
  expect(listNeeds({ ...overview(), reviews }).map(({ text, action }) => [text, action.label])).toEqual([
    ['Waiting for approval. Goes out once approved.', 'Review'],
    ['Changes requested by Jo.', 'See changes'],
  ])
})

test('asks once to review all posts of a business', () => {
  const post = {
    _id: 'p',
    publishAt: '2026-11-24',
    domainId: 'b',
    media: [],
    deliveries: [delivery('', 'in_review')],
    approval: { state: 'in_review', whenApproved: true },
  } as unknown as Post
  const reviews = [post]
  expect(listNeeds({ ...overview(), reviews, waiting: { p: 15 } })).toMatchObject([
    {
      title: '15 posts wait for your approval',
      text: 'The first goes out once approved.',
      action: { label: 'Review', href: '/dashboard?post=p' },
    },
  ])
  expect(listNeeds({ ...overview(), reviews, waiting: { p: 1 } })).toMatchObject([{ title: 'Fresh bread' }])
  const held = [{ ...post, approval: { ...post.approval!, byLink: true as const } }]
  expect(listNeeds({ ...overview(), reviews: held, waiting: { p: 2 } })).toMatchObject([
    {
      title: '2 posts wait for approval',
      text: 'The first waits for whoever has its review link, and goes out once approved.',
    },
  ])
})

test('lists posts by their time, whether they need attention or a review', () => {
  const post = (message: string, ...deliveries: Delivery[]) =>
    ({
      _id: message,
      domainId: 'b',
      media: [],
      deliveries: deliveries.map(each => ({ ...each, message })),
    }) as unknown as Post
  const at = (publishAt: string, state?: Delivery['state']) => ({ ...delivery('late', state), publishAt })
  const attention = [
    post('Failed yesterday', at('2026-11-30', 'scheduled'), at('2026-11-23', 'failed')),
    post('Held for two weeks', at('2026-12-08')),
  ]
  const reviews = [
    post('Due today', at('2026-11-24', 'in_review')),
    post('Due in a month', at('2026-12-24', 'in_review')),
  ]
  expect(listNeeds({ ...overview(), attention, reviews }).map(({ title }) => title)).toEqual([
    'Failed yesterday',
    'Due today',
    'Held for two weeks',
    'Due in a month',
  ])
})

test('lists a lost sign-in first, then posts, then reports', () => {
  const needs = listNeeds({
    ...overview(delivery('late')),
    accounts: [
      {
        _id: 'a',
        domainId: 'b',
        network: 'instagram',
        name: 'northside.physio',
        cause: 'signed_out',
        held: 1,
      },
    ],
    reports: [{ _id: 'r', domainId: 'b', month: '2026-10' }],
  })
  expect(needs.map(({ title, text, action }) => [title, text, action.label])).toEqual([
    ['Instagram signed us out of northside.physio.', 'One post is on hold.', 'Reconnect'],
    ['Fresh bread', 'Because.', 'Reschedule'],
    ['October 2026 report', 'It’s prepared. Read it, add a line of your own, and release it.', 'Review'],
  ])
})

test('counts the reports that wait for their release in one task, once they are many', () => {
  const reports = [1, 2, 3, 4].map(client => ({
    _id: `r${client}`,
    domainId: `b${client}`,
    month: '2026-10',
  }))
  expect(listNeeds({ ...overview(), reports: reports.slice(1) })).toHaveLength(3)
  expect(listNeeds({ ...overview(), reports })).toMatchObject([
    { title: '4 reports wait for their release', action: { href: '/dashboard/reports?businesses=all' } },
  ])
})

test('says that readers wait for a report, prepared or not, and lists it once', () => {
  const overdue = { domainId: 'b', month: '2026-10', day: '2026-11-03' }
  const reports = [
    { _id: 'r', domainId: 'b', month: '2026-10' },
    { _id: 's', domainId: 'b', month: '2026-09' },
  ]
  const waits = 'It was to be emailed on 3 Nov, but isn’t released. It goes out once you release it.'
  const listed = listNeeds({ ...overview(), overdueReports: [overdue], reports })
  expect(listed.map(({ title, action }) => [title, action])).toEqual([
    ['October 2026 report', { label: 'Review', href: '/dashboard/reports?report=r' }],
    ['September 2026 report', { label: 'Review', href: '/dashboard/reports?report=s' }],
  ])
  expect(listed[0]?.text).toBe(waits)
  expect(listNeeds({ ...overview(), overdueReports: [overdue] })).toMatchObject([
    { text: waits, action: { label: 'Prepare', href: '/dashboard/reports' } },
  ])
  const [lost] = listNeeds({ ...overview(), overdueReports: [{ ...overdue, lostLink: 'r' }] })
  expect(lost?.text).toContain('Withdraw it and release it again.')
  expect(lost?.action).toEqual({ label: 'Review', href: '/dashboard/reports?report=r' })
})

test('compares the posts of a day and a week with the weekly posting times', () => {
  const day = { day: '2026-11-23', published: 1, scheduled: 1, attention: 0, slots: 3, free: 1 }
  const empty = { day: '2026-11-24', published: 0, scheduled: 0, attention: 0, slots: 1, free: 1 }
  expect(describeDay(day)).toBe('1 published, 1 planned, 1 slot free')
  expect(describeDay({ ...day, free: 0 })).toBe('1 published, 1 planned')
  expect(describeDay({ ...empty, free: 0 })).toBe('nothing planned')
  expect(sumOf([{ ...day, attention: 1 }, empty])).toEqual({ posts: 2, planned: 4 })
  expect(sumOf([{ ...day, slots: null }])).toEqual({ posts: 2, planned: null })
})

test('lists the posts with open remarks, once each', () => {
  const post = (_id: string) =>
    ({ _id, domainId: 'b', media: [], deliveries: [delivery('late')] }) as unknown as Post
  const remarked = [
    { post: post('p'), open: 1 },
    { post: post('q'), open: 2 },
  ]
  expect(
    listNeeds({ ...overview(delivery('late')), remarked }).map(({ text, action }) => [text, action.label]),
  ).toEqual([
    ['Because.', 'Reschedule'],
    ['2 remarks are open.', 'See remarks'],
  ])
})

test('keeps an open remark listed while its post is the first of those that wait for approval', () => {
  const post = (state: ApprovalState) =>
    ({
      _id: 'p',
      domainId: 'b',
      publishAt: '2026-12-01T09:00:00Z',
      media: [],
      deliveries: [],
      approval: { state, by: 'Harriet' },
    }) as unknown as Post
  const labels = (state: ApprovalState, count: number) =>
    listNeeds({
      ...overview(),
      reviews: [post(state)],
      waiting: { p: count },
      remarked: [{ post: post(state), open: 1 }],
    }).map(({ action }) => action.label)
  expect(labels('in_review', 13)).toEqual(['Review', 'See remarks'])
  expect(labels('in_review', 1)).toEqual(['Review', 'See remarks'])
  expect(labels('changes_requested', 0)).toEqual(['See changes'])
})
