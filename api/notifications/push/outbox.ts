import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import webPush from 'web-push'

import type { Context } from '#api/context.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import { pushes, pushSubscriptions } from '#api/db/schema/people/push.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { needsUserCheck, isContentError } from '#api/networks/codes.ts'
import { linkTo } from '#api/notifications/notifications.ts'
import { backoffMs } from '#api/runtime/backoff.ts'
import { fetchOutside } from '#api/runtime/fetch.ts'
import { createWorkerPool } from '#api/runtime/worker-pool.ts'
import { brand } from '#shared/brand.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { PushMessage, PushSubscription } from '#shared/notifications/push.ts'
import { NEVER_CONFIRMED } from '#shared/posts/posts.ts'
import { graphemePrefix } from '#shared/text/graphemes.ts'
import { readPushKeys, isPushService } from './push.ts'

const LEASE_MS = 60_000
const MAX_CONCURRENT = 8
const BACKOFF = { firstMs: 10_000, maxMs: 60 * 60_000 }
const GIVE_UP_AFTER_MS = DAY_MS

type Waiting = typeof pushes.$inferSelect
type Device = typeof pushSubscriptions.$inferSelect

/** Sends due pushes. Each browser is retried separately, so that an unreachable one delays no other. */
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

const PREFIX = linkTo({ postId: '' })

/**
 * Finds the post that a notification links to, if networks rejected it and a retry may help.
 * @returns undefined also if the post may already be public, or if somebody must first edit it or check the account
 */
async function findRetryablePost(
  { db }: Context,
  { userId, link }: Pick<typeof notifications.$inferSelect, 'userId' | 'link'>,
): Promise<string | undefined> {
  if (!link.startsWith(PREFIX)) return undefined
  const postId = link.slice(PREFIX.length)
  const failed = await db
    .select({ code: deliveries.reasonCode })
    .from(deliveries)
    .where(and(eq(deliveries.postId, postId), eq(deliveries.userId, userId), eq(deliveries.state, 'failed')))
  return failed.length && failed.every(({ code }) => helpsToRetry(code)) ? postId : undefined
}

const helpsToRetry = (code: string) =>
  code !== NEVER_CONFIRMED && !isContentError(code) && !needsUserCheck(code)

/** A push service's response to a message (RFC 8030). */
type PushResponse =
  | { state: 'accepted' | 'gone' | 'rejected'; status: number }
  | { state: 'later'; status: number; retryAfterMs?: number }

const TIMEOUT_MS = 10_000
const TTL_SECONDS = 24 * 60 * 60
const MAX_BODY = 300
const MAX_WAIT_MS = 60 * 60_000

type Target = { endpoint: string } & PushSubscription['keys']

/** Sends one message, encrypted for its browser (RFC 8291). */
export async function deliver(ctx: Context, target: Target, message: PushMessage): Promise<PushResponse> {
  const { endpoint, p256dh, auth } = target
  const payload = JSON.stringify({ ...message, body: graphemePrefix(message.body, MAX_BODY) })
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject: `mailto:${brand.email}`, ...(await readPushKeys(ctx)) },
    TTL: TTL_SECONDS,
    contentEncoding: 'aes128gcm',
  })
  try {
    const response = await fetchOutside(endpoint, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
      // Push services don't redirect, and the target of a redirect hasn't been checked.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return toPushResponse(response)
  } catch {
    return { state: 'later', status: 0 }
  }
}

function toPushResponse({ ok, status, headers }: Response): PushResponse {
  if (ok) return { state: 'accepted', status }
  if (status === 404 || status === 410) return { state: 'gone', status }
  if (status !== 429 && status < 500) return { state: 'rejected', status }
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  return {
    state: 'later',
    status,
    ...(seconds > 0 && { retryAfterMs: Math.min(seconds * 1000, MAX_WAIT_MS) }),
  }
}
