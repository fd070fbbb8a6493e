import { and, eq, inArray, isNull, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { batched } from '#api/db/batched.ts'
import { type DeliveryRow, deliveries, firstComments, PUBLISH_STEP } from '#api/db/schema/posts/posts.ts'
import { readSoon } from '#api/insights/read-account.ts'
import type { Published } from '#api/networks/core/network.ts'
import { liveInsertsFor } from '#api/outbox/live-events.ts'
import { publishedMails, publishedNotices, writePublishedMails } from './published-notices.ts'

type Success = { delivery: DeliveryRow; published: Published }

const WAIT_MS = 2

/**
 * Persists successful outcomes in batches. Their mail is sent within a second.
 * @returns false for a delivery that another worker has claimed
 */
export const settlePublished = batched(async (ctx: Context, successes: Success[]) => {
  const { db } = ctx
  const published = successes.map(({ delivery }) => delivery)
  const mails = await writePublishedMails(ctx, published)
  const events = successes.map(({ delivery: { id, postId, ...delivery } }) => ({
    ...rowOf({ id, ...delivery }),
    data: { postId, deliveryId: id, state: 'published' as const },
  }))

  const [updated] = await db.batch([
    publishedUpdate(ctx, successes),
    commentsBecomeDue(ctx, successes),
    readSoon(
      ctx,
      successes.flatMap(({ delivery }) => delivery.accountId ?? []),
    ),
    liveInsertsFor(ctx, 'delivery', events, isPublished),
    publishedNotices(ctx, published),
    publishedMails(ctx, mails),
  ])
  const settled = new Set(updated.map(({ id }) => id))
  return successes.map(({ delivery }) => settled.has(delivery.id))
}, WAIT_MS)

/** Updates only deliveries whose lease their attempt still holds. Returns the unexecuted statement for `db.batch`. */
export function publishedUpdate(ctx: Context, successes: Success[]) {
  const rows = successes.map(({ delivery, published }) => ({
    ...published,
    ...rowOf(delivery),
    message: delivery.message,
  }))
  return ctx.db
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
      publishedAt: ctx.now(),
      updatedAt: ctx.now(),
    })
    .from(sql`json_each(${JSON.stringify(rows)}) as item`)
    .where(
      and(
        eq(deliveries.id, sql`item.value ->> 'deliveryId'`),
        eq(deliveries.attempt, sql`item.value ->> 'attempt'`),
        inArray(deliveries.state, ['publishing', 'unconfirmed']),
      ),
    )
    .returning({ id: deliveries.id })
}

/** Earliest time of a publishing call that the database lost, whose first comment may have been added too. */
const lostCallAt = sql`(select started_at from delivery_steps where delivery_id = ${firstComments.deliveryId}
  and name = ${PUBLISH_STEP} and intent -> '$.lost' is not null)`

/** From this time on, a comment that isn't listed was not added. */
const lostCommentAbsentFrom = sql`(select intent -> '$.lost' ->> 'absentFrom' from delivery_steps
  where delivery_id = ${firstComments.deliveryId} and name = ${PUBLISH_STEP})`

/**
 * Queues the first comment in the transaction that marks its post as published. If the post was found after the database was
 * set back, the comment is reconciled before it is added.
 */
const commentsBecomeDue = ({ db, now }: Context, successes: Success[]) =>
  db
    .update(firstComments)
    .set({
      wakeAt: sql`max(${+now()}, coalesce(${lostCommentAbsentFrom}, 0))`,
      updatedAt: now(),
      begunAt: lostCallAt,
      state: sql`iif(${lostCallAt} is null, 'waiting', 'unconfirmed')`,
    })
    .where(
      and(
        inArray(
          firstComments.deliveryId,
          successes.map(({ delivery }) => delivery.id),
        ),
        eq(firstComments.state, 'waiting'),
        isNull(firstComments.wakeAt),
        sql`exists (select 1 from deliveries where id = ${firstComments.deliveryId} and state = 'published')`,
      ),
    )

const rowOf = ({ id, attempt, domainId }: Pick<DeliveryRow, 'id' | 'attempt' | 'domainId'>) => ({
  deliveryId: id,
  attempt,
  domainId,
})

const isPublished = sql`exists (
  select 1 from deliveries
  where id = item.value ->> 'deliveryId' and attempt = item.value ->> 'attempt' and state = 'published')`
