import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'
import { createECDH } from 'node:crypto'

import { pushSubscriptions } from '#api/db/schema/people/push.ts'
import { testApp } from '#api/test/app.ts'
import { $devicePush, turnOffPush, turnOnPush } from '#site/dashboard/shared/push-device.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { serveSite } from '#site/test/browser.ts'
import { rendered } from '#site/test/rendered.ts'
import { PushDevice } from './UserSections.tsx'

const app = await testApp()
let undo: () => void

beforeEach(async () => {
  undo = serveSite(app)
  signIn((await app.signUp()).token)
})
afterEach(() => {
  undo()
  cleanStores($devicePush)
  $devicePush.set('unknown')
  $toasts.set([])
  signOut()
  for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(globalThis, name)
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const KEYS = {
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: Buffer.alloc(16, 1).toString('base64url'),
}

type BrowserOptions = {
  permission: NotificationPermission
  decision?: NotificationPermission
  reachable?: boolean
}

/** A browser with a push service that asks for permission. */
function browser({ permission, decision = permission, reachable = true }: BrowserOptions) {
  let subscription: object | null = null
  const fresh = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/1',
    toJSON: () => ({ endpoint: fresh.endpoint, keys: KEYS }),
    unsubscribe: async () => {
      subscription = null
      return true
    },
  }
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => {
      if (!reachable) throw new DOMException('push service error', 'AbortError')
      return (subscription = fresh)
    },
  }
  const serviceWorker = {
    getRegistration: async () => ({ pushManager }),
    register: async () => ({ pushManager }),
  }
  const Notification = { permission, requestPermission: async () => (Notification.permission = decision) }
  Object.assign(globalThis, { PushManager: {}, Notification })
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
}

const subscriptionCount = () => app.ctx.db.$count(pushSubscriptions)

/** Returns the device's row once its state is known. */
async function shown() {
  keepMount($devicePush)
  while ($devicePush.get() === 'unknown') await Promise.resolve()
  return rendered(<PushDevice />).text
}

test('reports a browser without push, with advice for iPhones', async () => {
  expect(await shown()).toBe(
    'This browser doesn’t support push notifications. On an iPhone, add the site to your home screen first.',
  )
})

test('explains how to unblock notifications', async () => {
  browser({ permission: 'denied' })
  expect(await shown()).toBe(
    'Your browser blocks notifications from this site. Allow them in its site settings, then reload the page.',
  )
})

test('receives notifications on this device once allowed, until they are turned off here', async () => {
  browser({ permission: 'default', decision: 'granted' })
  expect(await shown()).toBe('Off on this device. Turn on here')
  await turnOnPush()
  expect(await shown()).toBe('On for this device. Turn off here')
  expect(await subscriptionCount()).toBe(1)
  await turnOffPush()
  expect(await shown()).toBe('Off on this device. Turn on here')
  expect(await subscriptionCount()).toBe(0)
})

test('stays off and doesn’t ask again once permission was denied', async () => {
  browser({ permission: 'default', decision: 'denied' })
  await shown()
  await turnOnPush()
  expect($devicePush.get()).toBe('blocked')
  expect($toasts.get()).toEqual([])
})

test('reports an unreachable push service', async () => {
  browser({ permission: 'granted', reachable: false })
  await shown()
  await turnOnPush()
  expect($devicePush.get()).toBe('off')
  expect($toasts.get()).toMatchObject([
    { type: 'error', message: 'This browser’s push service can’t be reached. Try again later.' },
  ])
})
