import { and, eq, sql } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { Context } from '#api/context.ts'
import { isAmong, prepared } from '#api/db/fast-path/fast-path.ts'
import { field } from '#api/db/insert-many.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import { type DeliveryRow, posts } from '#api/db/schema/posts/posts.ts'
import { excerpt } from '#api/deliveries/broadcast.ts'
import { deliveryMail } from '#api/mail/templates.ts'
import { linkTo, urlFor, insertForRecipients, noticeMailInserts } from '#api/notifications/notifications.ts'
import { isOn } from '#api/settings/settings.ts'
import { unsubscribeUrl } from '#api/settings/unsubscribe.ts'
import { NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'

const joined = new Intl.ListFormat('en-AU')
const namesOf = (ids: readonly NetworkId[]) => joined.format(ids.map(id => networks[id].name))

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
    set => sql`when ${set} then ${namesOf(networksOf(set))}`,
  ),
  sql` `,
)} end`

const isPublished = sql`exists (
  select 1 from deliveries
  where id = ${field('deliveryId')} and attempt = ${field('attempt')} and state = 'published')`

const rowOf = (delivery: DeliveryRow) => ({
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
export const publishedNotices = (ctx: Context, published: DeliveryRow[]) =>
  insertForRecipients(
    ctx,
    published.map(rowOf),
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
export async function writePublishedMails(ctx: Context, published: DeliveryRow[]) {
  const ids = JSON.stringify([...new Set(published.map(({ postId }) => postId))])
  const wanted = new Map((await wantedMails(ctx.db).execute({ ids })).map(post => [post.postId, post]))
  return published.flatMap(delivery => {
    const post = wanted.get(delivery.postId)
    if (!post) return []
    const mail = deliveryMail({
      to: post.email,
      business: post.business,
      outcome: 'published',
      title: `Published on ${namesOf(networksOf(post.networks))}`,
      message: delivery.message,
      action: { label: 'See the post', url: urlFor(ctx, delivery, linkTo(delivery)) },
      unsubscribe: unsubscribeUrl(ctx, delivery.userId, 'notices'),
    })
    return { ...rowOf(delivery), networks: post.networks, mail }
  })
}

/** Returns the unexecuted statement that queues the mails of posts that all their networks have published. */
export const publishedMails = (ctx: Context, mails: Awaited<ReturnType<typeof writePublishedMails>>) =>
  noticeMailInserts(ctx, mails, isComplete)
