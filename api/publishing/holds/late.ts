import { and, eq, isNotNull, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { type DeliveryRow, deliveries } from '#api/db/schema/posts/posts.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { reasons } from '#api/deliveries/reasons.ts'
import { accountMail } from '#api/mail/templates.ts'
import {
  ATTENTION,
  mailsOf,
  noticeMailInserts,
  notificationInsert,
} from '#api/notifications/notifications.ts'
import { isLate, lateBefore } from '#api/publishing/claim.ts'
import { holdUnclaimed } from '#api/publishing/settlement/settle.ts'
import { NETWORK_IDS } from '#shared/networks.ts'

/** Number of late deliveries whose authors are read at once. */
const PAGE_SIZE = 100
/** Maximum number of deliveries that are held in one transaction, and share their notices. */
const MAX_LATE = 1000

/**
 * Holds deliveries that missed their time during downtime, and notifies each author once about all of theirs. Holds each author's
 * in a transaction of their own, so that other work runs in between.
 */
export async function holdLateDeliveries(ctx: Context): Promise<void> {
  let isProgress = true
  while (isProgress) {
    isProgress = false
    // Deliveries that changed since they were read are left to the next tick.
    for (const userId of await usersOfLate(ctx)) isProgress = (await holdOfUser(ctx, userId)) || isProgress
  }
}

async function usersOfLate(ctx: Context): Promise<Set<string>> {
  const late = await ctx.db
    .select({ userId: deliveries.userId })
    .from(deliveries)
    .where(and(isNotNull(deliveries.wakeAt), isLate(ctx.db, lateBefore(ctx))))
    .limit(PAGE_SIZE)
  return new Set(late.map(({ userId }) => userId))
}

type Late = Pick<DeliveryRow, 'id' | 'attempt' | 'postId' | 'domainId'>

/** @returns true if any delivery was held */
async function holdOfUser(ctx: Context, userId: string): Promise<boolean> {
  const { id, attempt, postId, domainId } = deliveries
  const isTheirs = and(eq(deliveries.userId, userId), isLate(ctx.db, lateBefore(ctx)))
  const [first, ...others] = await ctx.db
    .select({ id, attempt, postId, domainId })
    .from(deliveries)
    .where(isTheirs)
    .limit(MAX_LATE)
  if (!first) return false
  if (others.length > 0) return holdAll(ctx, userId, [first, ...others])
  const [delivery] = await ctx.db
    .select()
    .from(deliveries)
    .where(and(eq(id, first.id), isTheirs))
  return delivery !== undefined && holdUnclaimed(ctx, delivery, reasons.late(delivery.network))
}

async function holdAll(ctx: Context, userId: string, late: [Late, ...Late[]]): Promise<boolean> {
  const { db, now } = ctx
  const [first, ...others] = late
  const isOneBusiness = others.every(({ domainId }) => domainId === first.domainId)
  const domainId = isOneBusiness ? first.domainId : null
  const asRead = JSON.stringify(late.map(({ id, attempt }) => [id, attempt]))
  const reason = sql`case ${deliveries.network} ${sql.join(
    NETWORK_IDS.map(network => sql`when ${network} then ${reasons.late(network).reason}`),
    sql` `,
  )} end`
  const id = `late:${first.id}:${first.attempt}`
  const notice = { id, userId, domainId, ...noticeOf(new Set(late.map(({ postId }) => postId)).size) }
  const mails = await mailsOf(ctx, [notice], ({ url, ...parts }) =>
    accountMail({ ...parts, ...notice, action: { label: 'Decide what to do', url } }),
  )
  const [held] = await db.batch([
    db
      .update(deliveries)
      .set({
        state: 'held',
        attempt: sql`${deliveries.attempt} + 1`,
        wakeAt: null,
        updatedAt: now(),
        reasonCode: 'late',
        reason,
      })
      .where(
        and(
          eq(deliveries.userId, userId),
          isLate(ctx.db, lateBefore(ctx)),
          sql`(${deliveries.id}, ${deliveries.attempt}) in (select value ->> 0, value ->> 1 from json_each(${asRead}))`,
        ),
      )
      .returning(),
    notificationInsert(ctx, { ...notice, forTeam: true }, sql`changes() > 0`),
    noticeMailInserts(ctx, mails, sql`changes() > 0`),
  ])
  await broadcastDeliveries(ctx, held)
  if (held.length > 0) ctx.wake('send-mail')
  return held.length > 0
}

const noticeOf = (posts: number) => ({
  type: 'social' as const,
  tone: 'warning' as const,
  title:
    posts === 1
      ? 'A post missed its time and waits for you'
      : `${posts} posts missed their time and wait for you`,
  message:
    posts === 1
      ? 'We missed the time of a post on several networks. Choose Publish now, Reschedule or Discard.'
      : `We missed the time of ${posts} posts. Choose Publish now, Reschedule or Discard for each.`,
  link: ATTENTION,
})
