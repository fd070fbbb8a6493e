import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { limitChanges } from '#api/http/limits/limits.ts'
import { describing, validate, done } from '#api/http/route.ts'
import { PushEndpoint, PushSubscription } from '#shared/notifications/push.ts'
import { readPushKeys, subscribe, unsubscribe } from './push.ts'

const describe = describing('push')

export const pushRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/key',
    describe('Read the key with which browsers subscribe', {
      response: { publicKey: 'The application server key (VAPID), base64url' },
    }),
    async c => {
      const { publicKey } = await readPushKeys(c.var.ctx)
      return c.json({ success: true, publicKey })
    },
  )
  .post(
    '/subscriptions',
    describe('Subscribe this browser until its session ends', { errors: ['rate_limited'] }),
    validate('json', PushSubscription),
    c => done(c, subscribe(c.var.ctx, c.req.valid('json')), 'Push notifications are on for this browser.'),
  )
  .delete(
    '/subscriptions',
    describe('Unsubscribe this browser'),
    limitChanges,
    validate('json', PushEndpoint),
    c =>
      done(
        c,
        unsubscribe(c.var.ctx, c.req.valid('json').endpoint),
        'Push notifications are off for this browser.',
      ),
  )
