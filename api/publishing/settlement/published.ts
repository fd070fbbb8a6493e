import { and, eq, inArray, isNull, sql } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { Context } from '#api/context.ts'
import { batched } from '#api/db/batched.ts'
import { isAmong, prepared } from '#api/db/fast-path/fast-path.ts'
import { field } from '#api/db/insert-many.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import {
  type DeliveryRow,
  deliveries,
  firstComments,
  PUBLISH_STEP,
  posts,
} from '#api/db/schema/posts/posts.ts'
import { excerpt } from '#api/deliveries/broadcast.ts'
import { readSoon } from '#api/insights/read-account.ts'
import { deliveryMail } from '#api/mail/templates.ts'
import type { Published } from '#api/networks/core/network.ts'
import { linkTo, urlFor, insertForRecipients, noticeMailInserts } from '#api/notifications/notifications.ts'
import { liveInsertsFor } from '#api/outbox/live-events.ts'
import { isOn } from '#api/settings/settings.ts'
import { unsubscribeUrl } from '#api/settings/unsubscribe.ts'
import { networkNames } from '#shared/listed.ts'
import { NETWORK_IDS } from '#shared/networks.ts'

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

const idOf = ({ postId }: DeliveryRow) => `published:${postId}`

/** Networks whose bit is set, in their usual order. */
const networksOf = (set: number) => NETWORK_IDS.filter((_, index) => set & (1 << index))

const bit = sql`case deliveries.network ${sql.join(
  NETWORK_IDS.map((network, index) => sql`when ${network} then ${1 << index}`),
  sql` `,
)} end`

const networkBits = sql`select sum(${bit}) from deliveries where post_id = ${field('postId')}`

/** SQL expression for the names of all networks on which the post is published. */
const publishedOn = sql`case (${networkBits} and state = 'published') ${sql.join(
  Array.from({ length: (1 << NETWORK_IDS.length) - 1 }, (_, index) => index + 1).map(
    set => sql`when ${set} then ${networkNames(networksOf(set))}`,
  ),
  sql` `,
)} end`

const isPublished = sql`exists (
  select 1 from deliveries
  where id = ${field('deliveryId')} and attempt = ${field('attempt')} and state = 'published')`

const noticeRow = (delivery: DeliveryRow) => ({
  id: idOf(delivery),
  deliveryId: delivery.id,
  postId: delivery.postId,
  attempt: delivery.attempt,
  userId: delivery.userId,
  domainId: delivery.domainId,
  forTeam: true as const,
  text: excerpt(delivery.message),
  link: linkTo(delivery),
})

/**
 * Returns the unexecuted statement that notifies authors of published deliveries, with one notification per post. Each further
 * network updates that notification and broadcasts it again. Repeating it for the same delivery changes nothing.
 */
const publishedNotices = (ctx: Context, published: DeliveryRow[]) =>
  insertForRecipients(
    ctx,
    published.map(noticeRow),
    {
      type: 'social',
      tone: 'success',
      title: sql`'Published on ' || ${publishedOn}`,
      message: sql`'“' || (${field('text')}) || '” is on ' || ${publishedOn} || '.'`,
    },
    isPublished,
  ).onConflictDoUpdate({
    target: notifications.id,
    set: {
      title: sql`excluded.title`,
      message: sql`excluded.message`,
      createdAt: sql`excluded.created_at`,
      readAt: null,
      deletedAt: null,
      announced: false,
    },
    setWhere: sql`${notifications.title} <> excluded.title`,
  })

/** Selects the posts whose authors want a mail once all networks have published, with the networks to name in it. */
const wantedMails = prepared(db =>
  db
    .select({
      postId: posts.id,
      email: users.email,
      business: domains.businessName,
      networks: sql<number>`(select sum(${bit}) from deliveries where post_id = ${posts.id} and state <> 'canceled')`,
    })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.userId))
    .innerJoin(domains, eq(domains.id, posts.domainId))
    .where(
      and(
        isAmong(posts.id),
        isOn('publishedEmails', sql`${posts.userId}`),
        isAllowedIn({ userId: posts.userId }, posts.domainId),
      ),
    )
    .prepare(),
)

/** SQL condition: no network is missing, and the published ones are exactly those that the mail names. */
const isComplete = sql`${isPublished} and (${networkBits} and state = 'published') = ${field('networks')}
  and not exists (select 1 from deliveries where post_id = ${field('postId')} and state not in ('published', 'canceled'))`

/** Returns the mails for authors who want one per post. Only a post's last network queues it: see `publishedMails`. */
async function writePublishedMails(ctx: Context, published: DeliveryRow[]) {
  const ids = JSON.stringify([...new Set(published.map(({ postId }) => postId))])
  const wanted = new Map((await wantedMails(ctx.db).execute({ ids })).map(post => [post.postId, post]))
  return published.flatMap(delivery => {
    const post = wanted.get(delivery.postId)
    if (!post) return []
    const mail = deliveryMail({
      to: post.email,
      business: post.business,
      outcome: 'published',
      title: `Published on ${networkNames(networksOf(post.networks))}`,
      message: delivery.message,
      action: { label: 'See the post', url: urlFor(ctx, delivery, linkTo(delivery)) },
      unsubscribe: unsubscribeUrl(ctx, delivery.userId, 'notices'),
    })
    return { ...noticeRow(delivery), networks: post.networks, mail }
  })
}

/** Returns the unexecuted statement that queues the mails of posts that all their networks have published. */
const publishedMails = (ctx: Context, mails: Awaited<ReturnType<typeof writePublishedMails>>) =>
  noticeMailInserts(ctx, mails, isComplete)
