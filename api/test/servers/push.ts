import { expect } from 'bun:test'
import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto'

import type { Context } from '#api/context.ts'
import { broadcastNotifications, notify as notifyPerson } from '#api/notifications/notifications.ts'
import { createPushDispatcher } from '#api/notifications/push/outbox.ts'
import { drain, testApp, type TestApp } from '#api/test/app.ts'
import { atEnd } from '#api/test/at-end.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>
type Received = { path: string; headers: Headers; body: Buffer }

/** Starts a push service that returns the responses in `responses`, in order, and creates browsers that subscribe to it. */
export function pushService() {
  const received: Received[] = []
  const responses: Response[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const body = Buffer.from(await request.arrayBuffer())
      received.push({ path: new URL(request.url).pathname, headers: request.headers, body })
      return responses.shift() ?? new Response(null, { status: 201 })
    },
  })
  atEnd(() => server.stop(true))
  const origin = `http://127.0.0.1:${server.port}`
  const browser = () => {
    const keys = createECDH('prime256v1')
    const auth = randomBytes(16)
    const subscription = {
      endpoint: `${origin}/${crypto.randomUUID()}`,
      keys: { p256dh: keys.generateKeys('base64url'), auth: auth.toString('base64url') },
    }
    return { subscription, path: new URL(subscription.endpoint).pathname, read: decrypter(keys, auth) }
  }
  const subscribed = async ({ call }: Pick<Person, 'call'>) => {
    const device = browser()
    expect((await call('push/subscriptions', { json: device.subscription })).status).toBe(200)
    return device
  }
  return { origin, received, responses, browser, subscribed }
}

/** Creates the api with a push service. */
export async function pushApp() {
  const service = pushService()
  const api = await testApp({ env: { PUSH_SERVICES: service.origin } })
  const notify = async ({ userId }: Person, id = crypto.randomUUID() as string) => {
    const notice = {
      id,
      userId,
      type: 'social' as const,
      tone: 'success' as const,
      title: 'Published on Facebook',
      message: '“Hello” is on Facebook.',
      link: '/dashboard/view-post?post=1',
    }
    await notifyPerson(api.ctx, [notice])
    await broadcastNotifications(api.ctx)
    await sendWaitingPushes(api.ctx)
    return id
  }
  return { ...api, ...service, notify }
}

/** Decrypts an aes128gcm message as a browser does (RFC 8188, RFC 8291). */
const decrypter = (keys: ReturnType<typeof createECDH>, auth: Buffer) => (body: Buffer) => {
  const salt = body.subarray(0, 16)
  const theirs = body.subarray(21, 21 + body[20]!)
  const shared = keys.computeSecret(theirs)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs])
  const ikm = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
  const prk = createHmac('sha256', salt).update(ikm).digest()
  const expand = (label: string, length: number) =>
    createHmac('sha256', prk).update(`Content-Encoding: ${label}\0\u0001`).digest().subarray(0, length)
  const encrypted = body.subarray(21 + body[20]!)
  const decipher = createDecipheriv('aes-128-gcm', expand('aes128gcm', 16), expand('nonce', 12))
  decipher.setAuthTag(encrypted.subarray(-16))
  const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()])
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')) as Record<string, string>
}

/** Sends all due pushes. */
export const sendWaitingPushes = (ctx: Context) => drain(createPushDispatcher(ctx))
