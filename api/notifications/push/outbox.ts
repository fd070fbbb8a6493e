import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import { pushes, pushSubscriptions } from '#api/db/schema/people/push.ts'
import { backoffMs } from '#api/runtime/backoff.ts'
import { createWorkerPool } from '#api/runtime/worker-pool.ts'
import type { PushMessage } from '#shared/notifications/push.ts'
import { type PushResponse, deliver } from './deliver.ts'
import { findRetryablePost } from './retryable.ts'
import { isPushService } from './services.ts'

const LEASE_MS = 60_000
const MAX_CONCURRENT = 8
const BACKOFF = { firstMs: 10_000, maxMs: 60 * 60_000 }
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000

type Waiting = typeof pushes.$inferSelect
type Device = typeof pushSubscriptions.$inferSelect

/** Sends due pushes. Each browser is retried on its own, so that an unreachable one delays no other. */
export const createPushDispatcher = (ctx: Context) =>
  createWorkerPool({
    size: MAX_CONCURRENT,
    claim: capacity => claimDuePushes(ctx, capacity),
    work: waiting => sendPush(ctx, waiting),
    onError: error => ctx.log.error({ err: error }, 'push not settled'),
  })

function claimDuePushes({ db, now }: Context, capacity: number): Promise<Waiting[]> {
  const due = db
    .select({ id: pushes.id })
    .from(pushes)
    .where(lte(pushes.wakeAt, now()))
    .orderBy(asc(pushes.wakeAt))
    .limit(capacity)
  return db
    .update(pushes)
    .set({ wakeAt: new Date(now().getTime() + LEASE_MS), attempt: sql`${pushes.attempt} + 1` })
    .where(inArray(pushes.id, due))
    .returning()
}

async function sendPush(ctx: Context, waiting: Waiting): Promise<void> {
  const recipient = await findRecipient(ctx, waiting)
  if (!recipient || !isPushService(ctx.config, recipient.device.endpoint)) return await remove(ctx, waiting)
  const response = await deliver(ctx, recipient.device, recipient.message).catch(
    (error: unknown): PushResponse => {
      ctx.log.error({ pushId: waiting.id, err: error }, 'push failed unexpectedly')
      return { state: 'later', status: 0 }
    },
  )
  await settle(ctx, waiting, recipient.device, response)
}

/** Returns the browser and message of a push; undefined if the notification was read or deleted in the meantime. */
async function findRecipient(
  ctx: Context,
  { subscriptionId, notificationId }: Waiting,
): Promise<{ device: Device; message: PushMessage } | undefined> {
  const { id, title, message: body, link, userId } = notifications
  const [recipient] = await ctx.db
    .select({ device: pushSubscriptions, userId, message: { id, title, body, link } })
    .from(pushSubscriptions)
    .innerJoin(notifications, eq(notifications.userId, pushSubscriptions.userId))
    .where(
      and(
        eq(pushSubscriptions.id, subscriptionId),
        eq(notifications.id, notificationId),
        isNull(notifications.readAt),
        isNull(notifications.deletedAt),
      ),
    )
  if (!recipient) return undefined
  const { device, message } = recipient
  const retry = await findRetryablePost(ctx, { userId: recipient.userId, link: message.link })
  return { device, message: { ...message, ...(retry && { retry }) } }
}

async function settle(ctx: Context, waiting: Waiting, device: Device, response: PushResponse): Promise<void> {
  const { db, log, now } = ctx
  if (response.state === 'gone') {
    // Its pushes are deleted by cascade.
    await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, device.id))
    return
  }
  const old = now().getTime() - waiting.createdAt.getTime() > GIVE_UP_AFTER_MS
  if (response.state !== 'later' || old) {
    if (response.state !== 'accepted')
      log.warn({ pushId: waiting.id, status: response.status, attempt: waiting.attempt }, 'gave up on a push')
    return await remove(ctx, waiting)
  }
  const waitMs = response.retryAfterMs ?? backoffMs(waiting.attempt, BACKOFF)
  await db
    .update(pushes)
    .set({ wakeAt: new Date(now().getTime() + waitMs) })
    .where(isClaimedBy(waiting))
}

async function remove({ db }: Context, waiting: Waiting): Promise<void> {
  await db.delete(pushes).where(isClaimedBy(waiting))
}

const isClaimedBy = ({ id, attempt }: Waiting) => and(eq(pushes.id, id), eq(pushes.attempt, attempt))
