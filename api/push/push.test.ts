import { expect, test } from 'bun:test'
import { decodeJwt, importJWK, jwtVerify } from 'jose'

import { readConfig } from '#api/config.ts'
import { pushes, pushKeys, pushSubscriptions } from '#api/db/schema/push.ts'
import { pushApp } from '#api/test/push.ts'
import { DEFAULT_SETTINGS } from '#shared/settings.ts'
import { PLACE } from './keys.ts'
import { sendWaitingPushes } from './outbox.ts'
import { isPushService } from './services.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test('what happens reaches each of somebody’s browsers once, and only it can read it', async () => {
  const api = await pushApp()
  const [person, other] = [await api.signUp(), await api.signUp()]
  const devices = [await api.subscribed(person), await api.subscribed(person)]
  await api.subscribed(other)
  const id = await api.tell(person)
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

test('the push service can tell that it is us, by the key that browsers subscribe with', async () => {
  const api = await pushApp()
  const person = await api.signUp()
  const { publicKey } = (await (await person.call('push/key')).json()) as { publicKey: string }
  const again = (await (await (await api.signUp()).call('push/key')).json()) as { publicKey: string }
  expect(again.publicKey).toBe(publicKey)
  await api.subscribed(person)
  await api.tell(person)
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

test('the private key can’t be read in the database', async () => {
  const api = await pushApp()
  await (await api.signUp()).call('push/key')
  const [kept] = await api.ctx.db.select().from(pushKeys)
  const sealed = kept!.encryptedPrivateKey
  const opened = api.ctx.box.open(sealed, PLACE)
  expect(opened).toHaveLength(43)
  expect(sealed).not.toContain(opened)
})

test.each([404, 410])('a browser that answers %i is forgotten', async status => {
  const api = await pushApp()
  const person = await api.signUp()
  await api.subscribed(person)
  api.answers.push(new Response(null, { status }))
  await api.tell(person)
  expect(await api.ctx.db.$count(pushSubscriptions)).toBe(0)
  expect(await api.ctx.db.$count(pushes)).toBe(0)
})

test('a push service that is busy is asked again when it says, and holds up no other', async () => {
  const api = await pushApp()
  const person = await api.signUp()
  await api.subscribed(person)
  await api.subscribed(person)
  api.answers.push(new Response(null, { status: 429, headers: { 'Retry-After': '120' } }))
  await api.tell(person)
  expect(api.received).toHaveLength(2)
  api.clock.advance(119_000)
  await sendWaitingPushes(api.ctx)
  expect(api.received).toHaveLength(2)
  api.clock.advance(1000)
  await sendWaitingPushes(api.ctx)
  expect(api.received).toHaveLength(3)
  expect(await api.ctx.db.$count(pushes)).toBe(0)
})

test('what fails for a day is given up; what is refused at once', async () => {
  const api = await pushApp()
  const person = await api.signUp()
  await api.subscribed(person)
  api.answers.push(new Response(null, { status: 500 }))
  await api.tell(person)
  api.clock.advance(24 * HOUR + 1)
  api.answers.push(new Response(null, { status: 500 }))
  await sendWaitingPushes(api.ctx)
  expect(await api.ctx.db.$count(pushes)).toBe(0)
  api.answers.push(new Response(null, { status: 400 }))
  await api.tell(person)
  expect(await api.ctx.db.$count(pushes)).toBe(0)
  expect(await api.ctx.db.$count(pushSubscriptions)).toBe(1)
})

test('a browser whose key is none is not taken on', async () => {
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

test('a message that can’t even be made keeps no other from being sent, and is given up after a day', async () => {
  const api = await pushApp()
  const [person, other] = [await api.signUp(), await api.signUp()]
  await api.subscribed(person)
  await api.ctx.db.update(pushSubscriptions).set({ p256dh: 'B'.repeat(87) })
  const device = await api.subscribed(other)
  for (let notice = 0; notice < 10; notice++) await api.tell(person)
  await api.tell(other)
  expect(api.received.map(({ path }) => path)).toEqual([device.path])
  api.clock.advance(25 * HOUR)
  await sendWaitingPushes(api.ctx)
  expect(await api.ctx.db.$count(pushes)).toBe(0)
})

test('a redirect is not followed', async () => {
  const api = await pushApp()
  const person = await api.signUp()
  await api.subscribed(person)
  api.answers.push(new Response(null, { status: 307, headers: { Location: `${api.origin}/elsewhere` } }))
  await api.tell(person)
  expect(api.received).toHaveLength(1)
})

test('who has read it meanwhile is not told of it', async () => {
  const api = await pushApp()
  const person = await api.signUp()
  await api.subscribed(person)
  api.answers.push(new Response(null, { status: 503 }))
  const id = await api.tell(person)
  await person.call(`notifications/${id}/read`, { method: 'POST' })
  api.clock.advance(HOUR)
  await sendWaitingPushes(api.ctx)
  expect(api.received).toHaveLength(1)
  expect(await api.ctx.db.$count(pushes)).toBe(0)
})

test('push that is turned off in Settings is off on every device', async () => {
  const api = await pushApp()
  const person = await api.signUp()
  await api.subscribed(person)
  await person.call('settings', { method: 'PUT', json: { ...DEFAULT_SETTINGS, pushNotifications: false } })
  await api.tell(person)
  expect(api.received).toEqual([])
})

test('a browser that is signed out, or turned off, is told no more', async () => {
  const api = await pushApp()
  const person = await api.signUp()
  const device = await api.subscribed(person)
  await person.call('push/subscriptions', {
    method: 'DELETE',
    json: { endpoint: device.subscription.endpoint },
  })
  await api.tell(person)
  await api.subscribed(person)
  await person.call('users/logout', { method: 'POST' })
  await api.tell(person)
  expect(api.received).toEqual([])
})

test('a browser belongs to who signed in there last', async () => {
  const api = await pushApp()
  const [first, second] = [await api.signUp(), await api.signUp()]
  const device = await api.subscribed(first)
  await second.call('push/subscriptions', { json: device.subscription })
  await api.tell(first)
  expect(api.received).toEqual([])
  await api.tell(second)
  expect(api.received).toHaveLength(1)
})

test('of many browsers the twenty newest are kept', async () => {
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
])('%s is no push service', async endpoint => {
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
