import { expect, test } from 'bun:test'

import { notifications } from '#api/db/schema/people/notifications.ts'
import { liveEvents } from '#api/db/schema/server/live.ts'
import { sweep } from '#api/jobs/jobs.ts'
import { testApp, type TestApp } from '#api/test/app.ts'
import { plansOf } from '#api/test/db/plans.ts'
import type { Notification, NotificationType } from '#shared/notifications/notifications.ts'
import { broadcastNotifications, notify } from './notifications.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>
type NewNotification = { id: string; type?: NotificationType; title?: string }

const DAY = 24 * 60 * 60_000

/** Creates notifications a second apart. */
async function insert(
  { ctx, clock }: TestApp,
  { userId }: Person,
  notifications: readonly NewNotification[],
) {
  for (const { id, type = 'social', title = id } of notifications) {
    clock.advance(1000)
    const row = { id, userId, type, tone: 'info' as const, title, message: 'Words', link: '/dashboard' }
    await notify(ctx, [row])
  }
}

const list = async ({ call }: Person, query = '') => {
  const response = await call(`notifications${query}`)
  return (await response.json()) as { data: Notification[]; nextCursor: string | null }
}
const listIds = async (person: Person, query?: string) =>
  (await list(person, query)).data.map(({ _id }) => _id)
const countsOf = async ({ call }: Person) =>
  ((await (await call('notifications/counts')).json()) as { data: Record<string, number> }).data

test('lists notifications newest first', async () => {
  const api = await testApp()
  const person = await api.signUp()
  await insert(api, person, [{ id: 'first' }, { id: 'second', type: 'system', title: 'Look here' }])
  const { data } = await list(person)
  expect(data.map(({ _id }) => _id)).toEqual(['second', 'first'])
  expect(data[0]).toEqual({
    _id: 'second',
    type: 'system',
    colour: 'info',
    title: 'Look here',
    message: 'Words',
    link: '/dashboard',
    read: false,
    createdAt: '2030-01-01T12:00:02.000Z',
  })
})

test('lists only notifications about problems, with the business’s name', async () => {
  const api = await testApp()
  const person = await api.signUp()
  const saved = await person.call('users/saveUserDomain', { json: { businessName: 'Pat’s Plumbing' } })
  const { data: domain } = (await saved.json()) as { data: { _id: string } }
  const tones = ['success', 'warning', 'danger'] as const
  const rows = tones.map(tone => ({
    id: tone,
    userId: person.userId,
    domainId: domain._id,
    type: 'social' as const,
    tone,
    title: tone,
    message: 'Words',
    link: '',
  }))
  await notify(api.ctx, rows)
  const { data } = await list(person, '?filter=trouble')
  expect(data.map(({ _id, business }) => [_id, business]).toSorted()).toEqual([
    ['danger', 'Pat’s Plumbing'],
    ['warning', 'Pat’s Plumbing'],
  ])
  expect(await countsOf(person)).toMatchObject({ all: 3, trouble: 2 })
})

test('filters and counts by type and unread state', async () => {
  const api = await testApp()
  const person = await api.signUp()
  await insert(api, person, [
    { id: 'a', type: 'social' },
    { id: 'b', type: 'general' },
    { id: 'c', type: 'system' },
    { id: 'd', type: 'social' },
  ])
  expect((await person.call('notifications/d/read', { method: 'POST' })).status).toBe(200)
  expect(await countsOf(person)).toEqual({ all: 4, unread: 3, trouble: 0, general: 1, social: 2, system: 1 })
  expect(await listIds(person, '?filter=social')).toEqual(['d', 'a'])
  expect(await listIds(person, '?filter=general')).toEqual(['b'])
  expect(await listIds(person, '?filter=system')).toEqual(['c'])
  expect(await listIds(person, '?filter=unread')).toEqual(['c', 'b', 'a'])
  expect((await person.call('notifications?filter=other')).status).toBe(400)
})

test('paginates without gaps or repeats, even for equal times', async () => {
  const api = await testApp()
  const person = await api.signUp()
  const rows = Array.from({ length: 25 }, (_, i) => ({
    id: `preflight:file:${i}/x_y`,
    userId: person.userId,
    type: 'system' as const,
    tone: 'warning' as const,
    title: `${i}`,
    message: '',
    link: '',
  }))
  await notify(api.ctx, rows)
  const seen: string[] = []
  let cursor: string | null = ''
  for (let pages = 0; cursor !== null; pages++) {
    expect(pages).toBeLessThan(4)
    const page = await list(person, `?limit=10${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    seen.push(...page.data.map(({ _id }) => _id))
    cursor = page.nextCursor
  }
  expect(seen).toHaveLength(25)
  expect(new Set(seen).size).toBe(25)
  expect((await person.call('notifications?cursor=nonsense')).status).toBe(400)
})

test('marks all as read within the filter, for this user only', async () => {
  const api = await testApp()
  const [person, other] = [await api.signUp(), await api.signUp()]
  await insert(api, person, [{ id: 'a' }, { id: 'b', type: 'system' }])
  await insert(api, other, [{ id: 'c', type: 'system' }])
  await person.call('notifications/read?filter=system', { method: 'POST' })
  expect((await countsOf(person)).unread).toBe(1)
  await person.call('notifications/read', { method: 'POST' })
  expect((await countsOf(person)).unread).toBe(0)
  expect((await countsOf(other)).unread).toBe(1)
})

test('restores a deleted notification, and purges deleted ones after a day', async () => {
  const api = await testApp()
  const person = await api.signUp()
  await insert(api, person, [{ id: 'a' }, { id: 'x/b' }])
  const one = await person.call(`notifications/${encodeURIComponent('x/b')}`, { method: 'DELETE' })
  const { deletedAt } = (await one.json()) as { deletedAt: string }
  expect(await listIds(person)).toEqual(['a'])
  expect(
    (await person.call(`notifications/${encodeURIComponent('x/b')}/read`, { method: 'POST' })).status,
  ).toBe(404)
  await person.call('notifications/restore', { json: { deletedAt } })
  expect(await listIds(person)).toEqual(['x/b', 'a'])

  api.clock.advance(1000)
  await person.call('notifications', { method: 'DELETE' })
  expect(await countsOf(person)).toEqual({ all: 0, unread: 0, trouble: 0, general: 0, social: 0, system: 0 })
  api.clock.advance(DAY)
  await sweep(api.ctx)
  expect(await api.ctx.db.$count(notifications)).toBe(0)
})

test('restores only what the undone request deleted', async () => {
  const api = await testApp()
  const person = await api.signUp()
  await insert(api, person, [{ id: 'a' }, { id: 'b' }, { id: 'c' }])
  await person.call('notifications/a', { method: 'DELETE' })
  api.clock.advance(1000)
  const all = await person.call('notifications', { method: 'DELETE' })
  const { deletedAt } = (await all.json()) as { deletedAt: string }
  await person.call('notifications/restore', { json: { deletedAt } })
  expect(await listIds(person)).toEqual(['c', 'b'])
})

test('broadcasts each notification once when two broadcasts run concurrently', async () => {
  const api = await testApp()
  const person = await api.signUp()
  await insert(api, person, [{ id: 'a', title: 'Published' }])
  await Promise.all([broadcastNotifications(api.ctx), broadcastNotifications(api.ctx)])
  await broadcastNotifications(api.ctx)
  const events = await api.ctx.db.select().from(liveEvents)
  expect(events).toMatchObject([
    { userId: person.userId, type: 'notification', data: { id: 'a', title: 'Published' } },
  ])
})

test('publishes a live event when notifications are read or deleted', async () => {
  const api = await testApp()
  const person = await api.signUp()
  await insert(api, person, [{ id: 'a' }])
  await person.call('notifications/a/read', { method: 'POST' })
  await person.call('notifications/a', { method: 'DELETE' })
  const events = await api.ctx.db.select({ type: liveEvents.type }).from(liveEvents)
  expect(events).toEqual([{ type: 'notifications' }, { type: 'notifications' }])
})

test('uses indexes for pages and counts', async () => {
  const api = await testApp()
  const person = await api.signUp()
  await insert(api, person, [{ id: 'a' }])
  const plans = await plansOf(api.ctx, async () => {
    await list(person)
    await countsOf(person)
    await broadcastNotifications(api.ctx)
  })
  const ofNotifications = plans.flatMap(({ plan }) => plan.filter(step => step.includes(' notifications')))
  expect(ofNotifications.length).toBeGreaterThan(2)
  // The partial index contains only notifications that haven't been broadcast, so scanning it is fine.
  const scans = ofNotifications.filter(step => /^SCAN (?!.*notifications_unannounced)/.test(step))
  expect(scans).toEqual([])
  expect(ofNotifications.join('\n')).toContain('notifications_user')
  expect(ofNotifications.join('\n')).toContain('COVERING INDEX notifications_counts')
  expect(ofNotifications.join('\n')).toContain('notifications_unannounced')
})
