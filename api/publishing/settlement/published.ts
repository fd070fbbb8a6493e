import { and, eq, inArray, isNull, like, sql } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { batched } from '#api/db/batched.ts'
import { allOf } from '#api/db/conditions.ts'
import { isAmong, prepared } from '#api/db/prepared.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import {
  type DeliveryRow,
  deliveries,
  deliverySteps,
  firstComments,
  posts,
} from '#api/db/schema/posts/posts.ts'
import { mailOutcomes } from '#api/db/schema/server/mail.ts'
import { write } from '#api/db/write.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { isIntentOf } from '#api/deliveries/may-be-published.ts'
import { readSoon } from '#api/insights/schedule.ts'
import { deliveryMail } from '#api/mail/templates.ts'
import type { Published } from '#api/networks/core/network.ts'
import { linkTo, mailNotices, notifyOfProgress } from '#api/notifications/notifications.ts'
import { deleteMailOutcomes, mailStates } from '#api/outbox/mail.ts'
import { parseLostSpan } from '#api/publishing/reconciliation/intents.ts'
import { usersWith } from '#api/settings/settings.ts'
import { networkNames } from '#shared/format-list.ts'
import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { postExcerpt, quoted } from '#shared/text/graphemes.ts'

type Success = { delivery: DeliveryRow; published: Published }

const WAIT_MS = 6
const NOTICE_PREFIX = 'published:'

/**
 * Persists successful outcomes in batches. Their mail is sent within a second.
 * @returns false for a delivery that another worker has claimed
 */
export const settlePublished = batched(async (ctx: Context, successes: Success[]) => {
  const settled = await write(ctx, async ctx => {
    const updated = new Set((await markPublished(ctx, successes)).map(({ id }) => id))
    const published = successes.flatMap(({ delivery }) =>
      updated.has(delivery.id) ? { ...delivery, state: 'published' as const } : [],
    )
    if (published.length > 0) {
      await queueFirstComments(ctx, [...updated])
      const accountIds = published.flatMap(({ accountId }) => accountId ?? [])
      await readSoon(ctx, accountIds)
      await broadcastDeliveries(ctx, published)
      await notifyAuthors(ctx, published)
    }
    return updated
  })
  return successes.map(({ delivery }) => settled.has(delivery.id))
}, WAIT_MS)

/** Marks deliveries as published in one statement. Skips deliveries that a later attempt has claimed. */
export function markPublished(ctx: Pick<Context, 'db' | 'now'>, successes: Success[]) {
  const rows = successes.map(({ delivery, published }) => ({
    ...published,
    deliveryId: delivery.id,
    attempt: delivery.attempt,
    message: delivery.message,
  }))
  return markedPublished(ctx.db).execute({ rows: JSON.stringify(rows), now: +ctx.now() })
}

const markedPublished = prepared(db =>
  db
    .update(deliveries)
    .set({
      state: 'published',
      wakeAt: null,
      reason: '',
      reasonCode: '',
      failures: 0,
      message: sql`item.value ->> 'message'`,
      externalId: sql`item.value ->> 'externalId'`,
      permalink: sql`item.value ->> 'permalink'`,
      publishedAt: sql`${sql.placeholder('now')}`,
      updatedAt: sql`${sql.placeholder('now')}`,
    })
    .from(sql`json_each(${sql.placeholder('rows')}) as item`)
    .where(
      and(
        eq(deliveries.id, sql`item.value ->> 'deliveryId'`),
        eq(deliveries.attempt, sql`item.value ->> 'attempt'`),
        inArray(deliveries.state, ['publishing', 'unconfirmed']),
      ),
    )
    .returning({ id: deliveries.id })
    .prepare(),
)

/**
 * Makes first comments due in the transaction that marks their posts as published. If a post was found after the database was
 * set back, its comment may have been added too, so it is reconciled first.
 */
async function queueFirstComments({ db, now }: Inside<Context>, deliveryIds: string[]): Promise<void> {
  const waiting = await waitingComments(db).execute({ ids: JSON.stringify(deliveryIds) })
  for (const { id, intent, startedAt } of waiting) {
    const lost = parseLostSpan(intent ?? {})
    await db
      .update(firstComments)
      .set({
        updatedAt: now(),
        ...(lost
          ? {
              state: 'unconfirmed',
              begunAt: startedAt,
              wakeAt: lost.absentFrom > now() ? lost.absentFrom : now(),
            }
          : { wakeAt: now() }),
      })
      .where(eq(firstComments.deliveryId, id))
  }
}

const waitingComments = prepared(db =>
  db
    .select({
      id: firstComments.deliveryId,
      intent: deliverySteps.intent,
      startedAt: deliverySteps.startedAt,
    })
    .from(firstComments)
    .leftJoin(deliverySteps, isIntentOf(firstComments.deliveryId))
    .where(
      and(
        isAmong(firstComments.deliveryId),
        eq(firstComments.state, 'waiting'),
        isNull(firstComments.wakeAt),
      ),
    )
    .prepare(),
)

/**
 * Notifies authors of published deliveries, with one notification per post, which each further network updates. Authors who want
 * a mail get it once all networks have published, unless they have left the business.
 */
async function notifyAuthors(ctx: Inside<Context>, published: DeliveryRow[]): Promise<void> {
  const firstOf = new Map(published.toReversed().map(delivery => [delivery.postId, delivery]))
  const rows = await deliveriesOfPosts(ctx.db).execute({ ids: JSON.stringify([...firstOf.keys()]) })
  const statesOf = Map.groupBy(rows, ({ postId }) => postId)
  const notices = [...firstOf.values()].map(delivery => {
    const states = statesOf.get(delivery.postId) ?? []
    const isOn = (id: NetworkId) =>
      states.some(({ network, state }) => network === id && state === 'published')
    const on = networkNames(NETWORK_IDS.filter(isOn))
    return {
      id: `${NOTICE_PREFIX}${delivery.postId}`,
      userId: delivery.userId,
      domainId: delivery.domainId,
      forTeam: true as const,
      type: 'social' as const,
      tone: 'success' as const,
      title: `Published on ${on}`,
      message: `${quoted(postExcerpt(delivery.message))} is on ${on}.`,
      link: linkTo(delivery),
      text: delivery.message,
      isComplete: states.every(({ state }) => state === 'published' || state === 'canceled'),
      authorId: states[0]?.authorId ?? null,
    }
  })
  await notifyOfProgress(ctx, notices)
  const complete = notices.flatMap(({ isComplete, authorId, ...notice }) =>
    isComplete && authorId !== null ? { ...notice, userId: authorId } : [],
  )
  const userIds = complete.map(({ userId }) => userId)
  const wanting = await usersWith(ctx, 'publishedEmails', userIds)
  // A network that was cancelled may be restored after the mail, and complete the post again.
  const ids = complete.map(({ id }) => id)
  const mailed = await mailStates(ctx, ids)
  await mailNotices(
    ctx,
    complete.filter(({ id, userId }) => wanting.has(userId) && !mailed.has(id)),
    ({ url, ...parts }, { title, text }) =>
      deliveryMail({
        ...parts,
        outcome: 'published',
        title,
        message: text,
        action: { label: 'See the post', url },
      }),
    { isTracked: true },
  )
}

const deliveriesOfPosts = prepared(db =>
  db
    .select({
      postId: deliveries.postId,
      network: deliveries.network,
      state: deliveries.state,
      authorId: members.userId,
    })
    .from(deliveries)
    .innerJoin(posts, eq(posts.id, deliveries.postId))
    .leftJoin(members, and(eq(members.domainId, posts.domainId), eq(members.userId, posts.userId)))
    .where(isAmong(deliveries.postId))
    .prepare(),
)

/** Deletes the outcomes of mails about the success of posts that no longer exist. */
export const sweepSuccessMails = (ctx: Context) =>
  deleteMailOutcomes(
    ctx,
    allOf(
      like(mailOutcomes.id, `${NOTICE_PREFIX}%`),
      sql`not exists (select 1 from posts where posts.id = substr(mail_outcomes.id, ${NOTICE_PREFIX.length + 1}))`,
    ),
  )
