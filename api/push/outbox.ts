import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { notifications } from '#api/db/schema/notifications.ts'
import { pushes, pushSubscriptions } from '#api/db/schema/push.ts'
import { createWorkerPool } from '#api/runtime/worker-pool.ts'
import type { PushMessage } from '#shared/push.ts'
import { type Answer, deliver } from './deliver.ts'
import { isPushService } from './services.ts'

const LEASE_MS = 60_000
const AT_ONCE = 8
const FIRST_RETRY_MS = 10_000
const LAST_RETRY_MS = 60 * 60_000
/** What is older is no news. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000

type Waiting = typeof pushes.$inferSelect
type Device = typeof pushSubscriptions.$inferSelect

/** Sends what is due. A browser that isn't reached waits its turn, and no other waits for it. */
export const createPushDispatcher = (ctx: Context) =>
  createWorkerPool({
    size: AT_ONCE,
    claim: room => claimDuePushes(ctx, room),
    work: waiting => sendPush(ctx, waiting),
    onError: error => ctx.log.error({ err: error }, 'push not settled'),
  })

/** Sends all that is due, to the end. */
export async function sendWaitingPushes(ctx: Context): Promise<void> {
  const office = createPushDispatcher(ctx)
  await office.tick()
  await office.idle()
}

function claimDuePushes({ db, now }: Context, room: number): Promise<Waiting[]> {
  const due = db
    .select({ id: pushes.id })
    .from(pushes)
    .where(lte(pushes.wakeAt, now()))
    .orderBy(asc(pushes.wakeAt))
    .limit(room)
  return db
    .update(pushes)
    .set({ wakeAt: new Date(now().getTime() + LEASE_MS), attempt: sql`${pushes.attempt} + 1` })
    .where(inArray(pushes.id, due))
    .returning()
}

async function sendPush(ctx: Context, waiting: Waiting): Promise<void> {
  const told = await findTold(ctx, waiting)
  if (!told || !isPushService(ctx.config, told.device.endpoint)) return await remove(ctx, waiting)
  const answer = await deliver(ctx, told.device, told.message).catch((error: unknown): Answer => {
    ctx.log.error({ pushId: waiting.id, err: error }, 'push broke')
    return { state: 'later', status: 0 }
  })
  await settle(ctx, waiting, told.device, answer)
}

/** Nobody is told of what they have read or deleted meanwhile. */
async function findTold(
  { db }: Context,
  { subscriptionId, notificationId }: Waiting,
): Promise<{ device: Device; message: PushMessage } | undefined> {
  const { id, title, message: body, link } = notifications
  const [told] = await db
    .select({ device: pushSubscriptions, message: { id, title, body, link } })
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
  return told
}

async function settle(ctx: Context, waiting: Waiting, device: Device, answer: Answer): Promise<void> {
  const { db, log, now } = ctx
  if (answer.state === 'gone') {
    // Its pushes go with it.
    await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, device.id))
    return
  }
  const old = now().getTime() - waiting.createdAt.getTime() > GIVE_UP_AFTER_MS
  if (answer.state !== 'later' || old) {
    if (answer.state !== 'taken')
      log.warn({ pushId: waiting.id, status: answer.status, attempt: waiting.attempt }, 'push given up')
    return await remove(ctx, waiting)
  }
  const waitMs = answer.retryAfterMs ?? retryAfterMs(waiting.attempt)
  await db
    .update(pushes)
    .set({ wakeAt: new Date(now().getTime() + waitMs) })
    .where(stillOurs(waiting))
}

async function remove({ db }: Context, waiting: Waiting): Promise<void> {
  await db.delete(pushes).where(stillOurs(waiting))
}

/** Doubles with each attempt; a fifth more or less, so that many don't come back at once. */
const retryAfterMs = (attempt: number) =>
  Math.round(Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LAST_RETRY_MS) * (0.8 + 0.4 * Math.random()))

const stillOurs = ({ id, attempt }: Waiting) => and(eq(pushes.id, id), eq(pushes.attempt, attempt))
