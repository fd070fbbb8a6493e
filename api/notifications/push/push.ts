import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import { createECDH } from 'node:crypto'

import type { Context, Inside, UserContext } from '#api/context.ts'
import { field, fromRows, insertMany } from '#api/db/insert-many.ts'
import { pushes, pushSubscriptions } from '#api/db/schema/people/push.ts'
import { write } from '#api/db/write.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import type { Config } from '#api/runtime/config.ts'
import { invalidField } from '#api/runtime/errors.ts'
import { isOn } from '#api/settings/settings.ts'
import type { PushSubscription } from '#shared/notifications/push.ts'

const MAX_BROWSERS = 20

/** Returns the unexecuted statement that queues a push of each notification to each browser of its user. */
export const pushInserts = (ctx: Inside<Context>, rows: { id: string; userId: string }[]) =>
  insertMany(
    ctx.db,
    pushes,
    {
      id: sql`${field('id')} || ':' || device.id`,
      subscriptionId: sql`device.id`,
      notificationId: field('id'),
      wakeAt: ctx.now(),
      createdAt: ctx.now(),
    },
    sql`${fromRows(rows)} join push_subscriptions as device on device.user_id = ${field('userId')}
        where ${isOn('pushNotifications', sql`device.user_id`)}`,
  ).onConflictDoNothing()

/**
 * Subscribes this browser to push messages until its session ends.
 * @throws {DomainError} `invalid` if the endpoint isn't a push service's, or the key can't be used for encryption
 */
export async function subscribe(ctx: UserContext, { endpoint, keys }: PushSubscription): Promise<void> {
  const { userId, sessionId, now } = ctx
  await limit(ctx, { ...LIMITS.pushSubscribe, key: userId })
  if (!isPushService(ctx.config, endpoint)) {
    throw invalidField('endpoint', 'Notifications can’t be sent to this browser.')
  }
  if (!canEncryptFor(keys)) throw invalidField('keys', 'These are not a browser’s keys.')
  const owner = { userId, sessionId, ...keys, createdAt: now() }
  await write(ctx, async ({ db }) => {
    await db
      .insert(pushSubscriptions)
      .values({ id: Bun.randomUUIDv7(), endpoint, ...owner })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: owner })
    const newest = db
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId))
      .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
      .limit(MAX_BROWSERS)
    await db
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, userId), notInArray(pushSubscriptions.id, newest)))
  })
}

export async function unsubscribe({ db, userId }: UserContext, endpoint: string): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)))
}

/**
 * Returns whether the key is a point on the curve. A key of the right length may not be one, and encrypting any message with
 * it would fail.
 */
function canEncryptFor({ p256dh }: PushSubscription['keys']): boolean {
  const ours = createECDH('prime256v1')
  ours.generateKeys()
  try {
    ours.computeSecret(p256dh, 'base64url')
    return true
  } catch {
    return false
  }
}

/** Push services of the browsers. Other endpoints are rejected, so that a subscription can't aim our requests elsewhere. */
const HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^([\w-]+\.)?push\.services\.mozilla\.com$/,
  /^([\w-]+\.)*push\.apple\.com$/,
  /^([\w-]+\.)*notify\.windows\.com$/,
]

/** Returns whether an endpoint belongs to a pattern push service or one in `PUSH_SERVICES`. */
export function isPushService({ pushServices }: Config, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, host, origin, username, password } = new URL(endpoint)
  if (username || password) return false
  return pushServices.includes(origin) || (protocol === 'https:' && HOSTS.some(pattern => pattern.test(host)))
}
