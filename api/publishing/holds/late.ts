import { and, eq, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { type DeliveryRow, deliveries } from '#api/db/schema/posts/posts.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { reasons } from '#api/deliveries/reasons.ts'
import { accountMail } from '#api/mail/templates.ts'
import { mailsOf } from '#api/notifications/mails.ts'
import { noticeMailInserts, notificationInsert } from '#api/notifications/notifications.ts'
import { findLateDeliveries, isLate, lateBefore } from '#api/publishing/claim.ts'
import { holdUnclaimed } from '#api/publishing/settlement/settle.ts'
import { NETWORK_IDS } from '#shared/networks.ts'

const LINK = '/dashboard/view-post?tab=attention'

/** Holds deliveries that missed their time during downtime, and notifies each author once about all of theirs. */
export async function holdLateDeliveries(ctx: Context): Promise<void> {
  const late = await findLateDeliveries(ctx)
  for (const ofUser of Map.groupBy(late, ({ userId }) => userId).values()) {
    const [first, ...others] = ofUser
    if (!first) continue
    if (others.length === 0) await holdUnclaimed(ctx, first, reasons.late(first.network))
    else await holdAll(ctx, first, others)
  }
}

async function holdAll(ctx: Context, first: DeliveryRow, others: DeliveryRow[]) {
  const { db, now } = ctx
  const { userId } = first
  const late = [first, ...others]
  const isOneBusiness = others.every(({ domainId }) => domainId === first.domainId)
  const domainId = isOneBusiness ? first.domainId : null
  const asRead = sql.join(
    late.map(({ id, attempt }) => sql`(${id}, ${attempt})`),
    sql`, `,
  )
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
          sql`(${deliveries.id}, ${deliveries.attempt}) in (values ${asRead})`,
        ),
      )
      .returning(),
    notificationInsert(ctx, { ...notice, forTeam: true }, sql`changes() > 0`),
    noticeMailInserts(ctx, mails, sql`changes() > 0`),
  ])
  await broadcastDeliveries(ctx, held)
  ctx.wake()
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
  link: LINK,
})
