import { expect, test } from 'bun:test'
import { decodeJwt, importJWK, jwtVerify } from 'jose'

import { pushes, pushKeys, pushSubscriptions } from '#api/db/schema/people/push.ts'
import { readConfig } from '#api/runtime/config.ts'
import { pushApp, sendWaitingPushes } from '#api/test/servers/push.ts'
import { DEFAULT_SETTINGS } from '#shared/settings.ts'
import { BINDING, isPushService } from './push.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test('sends each notification once to each of a user’s browsers, readable only there', async () => {
  const api = await pushApp()
  const [person, other] = [await api.signUp(), await api.signUp()]
  const devices = [await api.subscribed(person), await api.subscribed(person)]
  await api.subscribed(other)
  const id = await api.notify(person)
  await Promise.all([sendWaitingPushes(api.ctx), sendWaitingPushes(api.ctx)])
  expect(api.received.map(({ path }) => path).toSorted()).toEqual(devices.map(({ path }) => path).toSorted())
  for (const { path, read } of devices) {
    const { body, headers } = api.received.find(sent => sent.path === path)!
    expect(body.toString('latin1')).not.toContain('Published')
    expect(read(body)).toEqual({
      id,
      title: 'Published on Facebook',
      body: '“Hello” is on Facebook.',
      link: '/dashboard/view-post?post=1',
    })
    expect(headers.get('Content-Encoding')).toBe('aes128gcm')
    expect(headers.get('TTL')).toBe('86400')
  }
  expect(await api.ctx.db.$count(pushes)).toBe(0)
})

test('signs pushes with the key that browsers subscribe with', async () => {
  const api = await pushApp()
  const person = await api.signUp()
  const { publicKey } = (await (await person.call('push/key')).json()) as { publicKey: string }
  const again = (await (await (await api.signUp()).call('push/key')).json()) as { publicKey: string }
  expect(again.publicKey).toBe(publicKey)
  await api.subscribed(person)
  await api.notify(person)
  const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(
    api.received[0]!.headers.get('Authorization') ?? '',
  )!
  expect(key).toBe(publicKey)
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  await jwtVerify(token!, await importJWK(jwk, 'ES256'), { audience: api.origin })
  expect(decodeJwt(token!).sub).toBe('mailto:hello@currawong.example')
})

test('stores the private key encrypted', async () => {
  const api = await pushApp()
  await (await api.signUp()).call('push/key')
  const [stored] = await api.ctx.db.select().from(pushKeys)
  const encrypted = stored!.encryptedPrivateKey
  const decrypted = api.ctx.cipher.decrypt(encrypted, BINDING)
  expect(decrypted).toHaveLength(43)
  expect(encrypted).not.toContain(decrypted)
})

test.each([404, 410])(
  'deletes the subscription of a browser when its push service responds %i',
  async status => {
    const api = await pushApp()
    const person = await api.signUp()
    await api.subscribed(person)
    api.responses.push(new Response(null, { status }))
    await api.notify(person)
    expect(await api.ctx.db.$count(pushSubscriptions)).toBe(0)
    expect(await api.ctx.db.$count(pushes)).toBe(0)
  },
)

test('retries a busy push service at the time it asks for, without delaying others', async () => {
  const api = await pushApp()
  const person = await api.signUp()
  await api.subscribed(person)
  await api.subscribed(person)
  api.responses.push(new Response(null, { status: 429, headers: { 'Retry-After': '120' } }))
  await api.notify(person)
  expect(api.received).toHaveLength(2)
  api.clock.advance(119_000)
  await sendWaitingPushes(api.ctx)
  expect(api.received).toHaveLength(2)
  api.clock.advance(1000)
  await sendWaitingPushes(api.ctx)
  expect(api.received).toHaveLength(3)
  expect(await api.ctx.db.$count(pushes)).toBe(0)
})

test('gives up on a push that fails for a day, and on a rejected one immediately', async () => {
  const api = await pushApp()
  const person = await api.signUp()
  await api.subscribed(person)
  api.responses.push(new Response(null, { status: 500 }))
  await api.notify(person)
  api.clock.advance(24 * HOUR + 1)
  api.responses.push(new Response(null, { status: 500 }))
  await sendWaitingPushes(api.ctx)
  expect(await api.ctx.db.$count(pushes)).toBe(0)
  api.responses.push(new Response(null, { status: 400 }))
  await api.notify(person)
  expect(await api.ctx.db.$count(pushes)).toBe(0)
  expect(await api.ctx.db.$count(pushSubscriptions)).toBe(1)
})

test('rejects a subscription with an invalid key', async () => {
  const api = await pushApp()
  const person = await api.signUp()
  const { subscription } = api.browser()
  for (const p256dh of ['B'.repeat(87), Buffer.alloc(65, 4).toString('base64url')]) {
    const json = { ...subscription, keys: { ...subscription.keys, p256dh } }
    const refused = await person.call('push/subscriptions', { json })
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ fields: { keys: 'These are not a browser’s keys.' } }),
    ])
  }
})

test('sends other messages when one can’t be encrypted, and gives that one up after a day', async () => {
  const api = await pushApp()
  const [person, other] = [await api.signUp(), await api.signUp()]
  await api.subscribed(person)
  await api.ctx.db.update(pushSubscriptions).set({ p256dh: 'B'.repeat(87) })
  const device = await api.subscribed(other)
  for (let notice = 0; notice < 10; notice++) await api.notify(person)
  await api.notify(other)
  expect(api.received.map(({ path }) => path)).toEqual([device.path])
  api.clock.advance(25 * HOUR)
  await sendWaitingPushes(api.ctx)
  expect(await api.ctx.db.$count(pushes)).toBe(0)
})

test('follows no redirect', async () => {
  const api = await pushApp()
  const person = await api.signUp()
  await api.subscribed(person)
  api.responses.push(new Response(null, { status: 307, headers: { Location: `${api.origin}/elsewhere` } }))
  await api.notify(person)
  expect(api.received).toHaveLength(1)
})

test('sends no push for a notification that was read in the meantime', async () => {
  const api = await pushApp()
  const person = await api.signUp()
  await api.subscribed(person)
  api.responses.push(new Response(null, { status: 503 }))
  const id = await api.notify(person)
  await person.call(`notifications/${id}/read`, { method: 'POST' })
  api.clock.advance(HOUR)
  await sendWaitingPushes(api.ctx)
  expect(api.received).toHaveLength(1)
  expect(await api.ctx.db.$count(pushes)).toBe(0)
})

test('sends no push to any device once push is off in Settings', async () => {
  const api = await pushApp()
  const person = await api.signUp()
  await api.subscribed(person)
  await person.call('settings', { method: 'PUT', json: { ...DEFAULT_SETTINGS, pushNotifications: false } })
  await api.notify(person)
  expect(api.received).toEqual([])
})

test('sends no push to a browser that was signed out or unsubscribed', async () => {
  const api = await pushApp()
  const person = await api.signUp()
  const device = await api.subscribed(person)
  await person.call('push/subscriptions', {
    method: 'DELETE',
    json: { endpoint: device.subscription.endpoint },
  })
  await api.notify(person)
  await api.subscribed(person)
  await person.call('users/logout', { method: 'POST' })
  await api.notify(person)
  expect(api.received).toEqual([])
})

test('assigns a browser to the user who signed in there last', async () => {
  const api = await pushApp()
  const [first, second] = [await api.signUp(), await api.signUp()]
  const device = await api.subscribed(first)
  await second.call('push/subscriptions', { json: device.subscription })
  await api.notify(first)
  expect(api.received).toEqual([])
  await api.notify(second)
  expect(api.received).toHaveLength(1)
})

test('keeps the twenty newest browsers of a user', async () => {
  const api = await pushApp()
  const person = await api.signUp()
  for (let i = 0; i < 21; i++) await api.subscribed(person)
  expect(await api.ctx.db.$count(pushSubscriptions)).toBe(20)
})

test.each([
  'https://currawong.example/push',
  'http://127.0.0.1:80/latest/meta-data',
  'http://169.254.169.254/latest/meta-data',
  'http://fcm.googleapis.com/fcm/send/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://user:password@fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'ftp://fcm.googleapis.com/x',
])('%s is not a push service', async endpoint => {
  const api = await pushApp()
  const { call } = await api.signUp()
  const { keys } = api.browser().subscription
  const refused = await call('push/subscriptions', { json: { endpoint, keys } })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ fields: { endpoint: expect.stringMatching(/\S/) } })
})

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://sg2p.notify.windows.com/w/?token=abc',
])('%s is a push service', endpoint => {
  expect(isPushService(readConfig({ APP_SECRET: 'x'.repeat(32) }), endpoint)).toBe(true)
})
