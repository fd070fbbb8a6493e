import { and, desc, eq, inArray, notInArray } from 'drizzle-orm'
import { createECDH } from 'node:crypto'
import webPush from 'web-push'

import type { Context, Inside, UserContext } from '#api/context.ts'
import { isEncryptedWithAnotherKey, isUnbound } from '#api/db/encrypted.ts'
import { pushes, pushSubscriptions, pushKeys } from '#api/db/schema/people/push.ts'
import { write } from '#api/db/write.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import type { Config } from '#api/runtime/config.ts'
import { invalidField } from '#api/runtime/errors.ts'
import { usersWith } from '#api/settings/settings.ts'
import { chunksOf } from '#shared/chunks.ts'
import type { PushSubscription } from '#shared/notifications/push.ts'

const MAX_BROWSERS = 20

/** Queues a push of each notification to each browser of its user. */
export async function queuePushes(ctx: Inside<Context>, fresh: { id: string; userId: string }[]) {
  const { db, now } = ctx
  const userIds = fresh.map(({ userId }) => userId)
  const wanting = await usersWith(ctx, 'pushNotifications', userIds)
  const devices = await db
    .select({ id: pushSubscriptions.id, userId: pushSubscriptions.userId })
    .from(pushSubscriptions)
    .where(inArray(pushSubscriptions.userId, [...wanting]))
  const devicesOf = Map.groupBy(devices, ({ userId }) => userId)
  const rows = fresh.flatMap(({ id: notificationId, userId }) =>
    (devicesOf.get(userId) ?? []).map(({ id: subscriptionId }) => ({
      id: `${notificationId}:${subscriptionId}`,
      subscriptionId,
      notificationId,
      wakeAt: now(),
      createdAt: now(),
    })),
  )
  for (const part of chunksOf(rows)) await db.insert(pushes).values(part).onConflictDoNothing()
}

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

const ROW_ID = 1
export const BINDING = `push_keys ${ROW_ID} private key`

/**
 * Returns the key pair that identifies this installation to push services (RFC 8292), and creates it at first use. If two
 * processes create one at the same time, both use the stored one.
 */
export async function readPushKeys(ctx: Context): Promise<{ publicKey: string; privateKey: string }> {
  const { db, cipher } = ctx
  const [stored] = await db.select().from(pushKeys).where(eq(pushKeys.id, ROW_ID))
  if (stored)
    return { publicKey: stored.publicKey, privateKey: cipher.decrypt(stored.encryptedPrivateKey, BINDING) }
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  await db
    .insert(pushKeys)
    .values({ id: ROW_ID, publicKey, encryptedPrivateKey: cipher.encrypt(privateKey, BINDING) })
    .onConflictDoNothing()
  return await readPushKeys(ctx)
}

/** Re-encrypts the key if release 0.1.0 encrypted it without binding it to its row. */
export async function bindPushKeys({ db, cipher }: Context): Promise<void> {
  const [unbound] = await db.select().from(pushKeys).where(isUnbound(cipher, pushKeys.encryptedPrivateKey))
  if (!unbound) return
  const encryptedPrivateKey = cipher.encrypt(cipher.decrypt(unbound.encryptedPrivateKey, BINDING), BINDING)
  await db
    .update(pushKeys)
    .set({ encryptedPrivateKey })
    .where(eq(pushKeys.encryptedPrivateKey, unbound.encryptedPrivateKey))
}

/**
 * Deletes a key that was encrypted with a lost APP_SECRET, and the subscriptions made with it, which have to be renewed.
 * @returns the number of deleted subscriptions
 */
export const dropUnreadablePushKeys = (ctx: Context): Promise<number> =>
  write(ctx, async ({ db, cipher }) => {
    const lost = isEncryptedWithAnotherKey(cipher, pushKeys.encryptedPrivateKey)
    if ((await db.$count(pushKeys, lost)) === 0) return 0
    const { rowsAffected } = await db.delete(pushSubscriptions)
    await db.delete(pushKeys).where(lost)
    return rowsAffected
  })
