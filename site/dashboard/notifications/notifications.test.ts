import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cleanStores, keepMount } from 'nanostores'

import { notifications } from '#api/db/schema/people/notifications.ts'
import { broadcastNotifications, notify } from '#api/notifications/notifications.ts'
import { testApp } from '#api/test/app.ts'
import type { NotificationFilter, NotificationType } from '#shared/notifications/notifications.ts'
import { $notificationCounts } from '#site/dashboard/shared/counts.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { $streamOpens } from '#site/lib/live/live.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
import {
  deleteAll,
  deleteOne,
  markAllRead,
  markRead,
  $announcement,
  $list,
  showMore,
  openFilter,
} from './store.ts'

const app = await testApp()
let undo: () => void
let person: Awaited<ReturnType<typeof app.signUp>>

beforeEach(async () => {
  undo = serveSite(app)
  person = await app.signUp()
  signIn(person.token)
})
afterEach(() => {
  undo()
  cleanStores($list, $notificationCounts)
  for (const $store of [$list, $notificationCounts]) $store.reset()
  $toasts.set([])
  $announcement.set('')
  $router.open('/dashboard/notifications')
  signOut()
})

async function addNotifications(
  count: number,
  type: NotificationType = 'social',
  prefix = crypto.randomUUID() as string,
) {
  for (let i = 0; i < count; i++) {
    app.clock.advance(1000)
    const row = {
      id: `${prefix}:${i}/x`,
      userId: person.userId,
      type,
      tone: 'info' as const,
      title: `${type} ${i}`,
      message: '',
      link: '',
    }
    await notify(app.ctx, [row])
  }
}

async function open(filter: NotificationFilter = 'all') {
  $router.open('/dashboard/notifications')
  openFilter(filter)
  keepMount($list)
  keepMount($notificationCounts)
  await Promise.all([$list.reload(), $notificationCounts.reload()])
}

const shown = () => {
  const list = $list.get()
  return list.state === 'ready' ? list.data.items : []
}
const titles = () => shown().map(({ title }) => title)
const counts = () => {
  const counted = $notificationCounts.get()
  return counted.state === 'ready' ? counted.data : undefined
}

async function until(holds: () => boolean) {
  while (!holds()) await new Promise(resolve => setImmediate(resolve))
}

test('loads page after page, newest first, to the end', async () => {
  await addNotifications(45)
  await open()
  expect(shown()).toHaveLength(20)
  expect(titles()[0]).toBe('social 44')
  await showMore()
  await showMore()
  expect(shown()).toHaveLength(45)
  expect(titles().at(-1)).toBe('social 0')
  await showMore()
  expect(shown()).toHaveLength(45)
})

test('marks one as read at once, counts down, and saves it', async () => {
  await addNotifications(2)
  await open()
  const marking = markRead(shown()[0]!)
  expect(shown().map(({ read }) => read)).toEqual([true, false])
  await marking
  await until(() => counts()?.unread === 1)
  await $list.reload()
  expect(shown().map(({ read }) => read)).toEqual([true, false])
})

test('removes a read notification from the unread ones', async () => {
  await addNotifications(2)
  await open('unread')
  await markRead(shown()[1]!)
  expect(titles()).toEqual(['social 1'])
  await markAllRead()
  expect(titles()).toEqual([])
  await until(() => counts()?.unread === 0)
})

test('undoes a deletion from its toast', async () => {
  await addNotifications(3)
  await open()
  await deleteOne(shown()[1]!)
  expect(titles()).toEqual(['social 2', 'social 0'])
  const [notice] = $toasts.get()
  expect(notice).toMatchObject({
    type: 'success',
    message: 'Notification deleted.',
    action: { label: 'Undo' },
  })
  notice!.action!.run()
  await until(() => shown().length === 3)
  expect(titles()).toEqual(['social 2', 'social 1', 'social 0'])
})

test('deletes all of the filter only, and undoes it', async () => {
  await addNotifications(2, 'social')
  await addNotifications(1, 'system')
  await open('social')
  expect(titles()).toEqual(['social 1', 'social 0'])
  await deleteAll('social')
  expect(titles()).toEqual([])
  await until(() => counts()?.all === 1)
  $toasts.get()[0]!.action!.run()
  await until(() => shown().length === 2)
  await until(() => counts()?.all === 3)
})

test('reverts a rejected change and reports it', async () => {
  await addNotifications(1)
  await open()
  const restore = cutNetwork()
  await deleteOne(shown()[0]!)
  expect($toasts.get()).toMatchObject([{ type: 'error' }])
  restore()
  undo = serveSite(app)
  void $list.reload()
  await until(() => titles().join() === 'social 0')
})

test('loads all new notifications when there are more than a page', async () => {
  await addNotifications(5)
  const opened = $streamOpens.get()
  await open()
  await until(() => $streamOpens.get() > opened)
  await addNotifications(30, 'system')
  await broadcastNotifications(app.ctx)
  await until(() => counts()?.unread === 35)
  await until(() => titles()[0] === 'system 29')
  for (let page = 0; page < 3; page++) await showMore()
  expect(titles()).toEqual([
    ...Array.from({ length: 30 }, (_, n) => `system ${29 - n}`),
    ...Array.from({ length: 5 }, (_, n) => `social ${4 - n}`),
  ])
})

test('adds a new notification on top, counts it and reads it aloud', async () => {
  await addNotifications(30)
  const opened = $streamOpens.get()
  await open()
  await until(() => $streamOpens.get() > opened)
  await showMore()
  expect(shown()).toHaveLength(30)
  const before = titles()
  await addNotifications(1, 'system')
  await broadcastNotifications(app.ctx)
  await until(() => titles()[0] === 'system 0')
  // A reload in between shows as many as before, so the oldest may be on the next page.
  expect(titles().slice(1, 30)).toEqual(before.slice(0, 29))
  await until(() => $announcement.get() === 'New notification: system 0')
  await until(() => counts()?.unread === 31)
})

test('moves a notice to the top that another network joined', async () => {
  await addNotifications(3)
  const opened = $streamOpens.get()
  await open()
  await until(() => $streamOpens.get() > opened)
  const [, { _id } = { _id: '' }] = shown()
  app.clock.advance(1000)
  await app.ctx.db
    .update(notifications)
    .set({ title: 'joined', createdAt: app.ctx.now(), announced: false })
    .where(eq(notifications.id, _id))
  await broadcastNotifications(app.ctx)
  await until(() => titles()[0] === 'joined')
  expect(shown()).toHaveLength(3)
})

test('keeps deleted notifications out when new ones arrive during the deletion', async () => {
  await addNotifications(2)
  await open()
  const { fetch } = globalThis
  const held = Promise.withResolvers<void>()
  globalThis.fetch = Object.assign(
    async (...args: Parameters<typeof fetch>) => {
      if (args[1]?.method === 'DELETE') await held.promise
      return fetch(...args)
    },
    { preconnect: fetch.preconnect },
  )
  const deleting = deleteOne(shown()[0]!)
  await addNotifications(1, 'system')
  $streamOpens.set($streamOpens.get() + 1)
  held.resolve()
  await deleting
  globalThis.fetch = fetch
  await until(() => titles()[0] === 'system 0')
  expect(titles()).toEqual(['system 0', 'social 0'])
})
