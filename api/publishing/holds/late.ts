import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { type DeliveryRow, deliveries } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { reasons } from '#api/deliveries/reasons.ts'
import { ATTENTION, notifyAndMail } from '#api/notifications/notifications.ts'
import { problemNoticeId } from '#api/notifications/problem-notices.ts'
import { isLateNow } from '#api/publishing/claim.ts'
import { saveOutcome, withNextAttempt } from '#api/publishing/settlement/settle.ts'
import { networkNames } from '#shared/format-list.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import { postExcerpt } from '#shared/text/graphemes.ts'

/** Number of late deliveries whose authors are read at once. */
const PAGE_SIZE = 100
/** Maximum number of deliveries that are held in one transaction, and share their notices. */
const MAX_LATE = 1000

/**
 * Holds deliveries that missed their time during downtime, and notifies each author once about all of theirs. Uses a transaction
 * for each author, so that other work runs in between.
 */
export async function holdLateDeliveries(ctx: Context): Promise<void> {
  let isProgress = true
  while (isProgress) {
    isProgress = false
    // Deliveries that changed since they were read are left to the next tick.
    for (const userId of await findUsersWithLatePosts(ctx))
      isProgress = (await holdForUser(ctx, userId)) || isProgress
  }
}

async function findUsersWithLatePosts(ctx: Context): Promise<Set<string>> {
  const late = await ctx.db
    .select({ userId: deliveries.userId })
    .from(deliveries)
    .where(and(isNotNull(deliveries.wakeAt), isLateNow(ctx)))
    .limit(PAGE_SIZE)
  return new Set(late.map(({ userId }) => userId))
}

/** @returns true if any delivery was held */
const holdForUser = (ctx: Context, userId: string): Promise<boolean> =>
  write(ctx, async ctx => {
    const [first, ...others] = await ctx.db
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.userId, userId), isLateNow(ctx)))
      .limit(MAX_LATE)
    if (!first) return false
    if (others.length > 0) await holdAll(ctx, [first, ...others])
    else await saveOutcome(ctx, withNextAttempt(first), { state: 'held', ...reasons.late(first.network) })
    return true
  })

async function holdAll(ctx: Inside<Context>, late: [DeliveryRow, ...DeliveryRow[]]): Promise<void> {
  const [first, ...others] = late
  for (const [network, ofNetwork] of Map.groupBy(late, delivery => delivery.network)) {
    const ids = ofNetwork.map(({ id }) => id)
    await ctx.db
      .update(deliveries)
      .set({
        state: 'held',
        attempt: sql`${deliveries.attempt} + 1`,
        wakeAt: null,
        updatedAt: ctx.now(),
        ...reasons.late(network),
      })
      .where(inArray(deliveries.id, ids))
  }
  const isOneBusiness = others.every(({ domainId }) => domainId === first.domainId)
  const posts = new Set(late.map(({ postId }) => postId)).size
  const notice = {
    // The notice of a single post is resolved with its networks.
    id: posts === 1 ? problemNoticeId(withNextAttempt(first)) : `late:${first.id}:${first.attempt}`,
    userId: first.userId,
    domainId: isOneBusiness ? first.domainId : null,
    ...noticeOf(late, posts),
  }
  await notifyAndMail(ctx, [notice], 'Decide what to do')
  const held = late.map(delivery => ({ ...delivery, state: 'held' as const }))
  await broadcastDeliveries(ctx, held)
}

const noticeOf = (late: [DeliveryRow, ...DeliveryRow[]], posts: number) => ({
  type: 'social' as const,
  tone: 'warning' as const,
  title:
    posts === 1
      ? 'A post missed its time and waits for you'
      : `${posts} posts missed their time and wait for you`,
  message:
    posts === 1
      ? `We missed the time of “${postExcerpt(late[0].message)}” on ${networkNames(NETWORK_IDS.filter(id => late.some(({ network }) => network === id)))}. Choose Publish now, Reschedule or Discard.`
      : `We missed the time of ${posts} posts. Choose Publish now, Reschedule or Discard for each.`,
  link: ATTENTION,
  forTeam: true as const,
})
