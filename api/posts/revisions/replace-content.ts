import { and, eq, inArray, ne, not, notInArray, or, type SQL, sql } from 'drizzle-orm'

import { requestApproval, stillCovers, withdrawApproval } from '#api/approvals/withdraw.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import type { UserContext } from '#api/context.ts'
import { allOf } from '#api/db/conditions.ts'
import { field, fromRows, insertMany } from '#api/db/insert-many.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'
import {
  type DeliveryRow,
  deliveries,
  deliverySteps,
  postMedia,
  posts,
  PUBLISH_STEP,
} from '#api/db/schema/posts/posts.ts'
import { holdForAnotherAccount } from '#api/deliveries/account-mismatch.ts'
import { mayBePublished } from '#api/deliveries/may-be-published.ts'
import { holdForDeletion } from '#api/deliveries/user-holds.ts'
import { cancelledValues } from '#api/posts/change-post.ts'
import { mayChange, plannedBy } from '#api/posts/may-change.ts'
import type { TaggedMessage } from '#api/posts/tag-texts.ts'
import { firstCommentChanges } from '#api/publishing/first-comment/first-comments.ts'
import type { NetworkId } from '#shared/networks.ts'
import { CHANGEABLE_STATES, type Post } from '#shared/posts/posts.ts'
import { fold } from '#shared/text/fold.ts'

type Content = {
  planned: (TaggedMessage & { firstComment: string; positions: number[] })[]
  /** The connected accounts of the business. */
  accounts: Account[]
  media: { id: string; position: number; altText: string }[]
  publishAt: Date | SQL<Date>
  timeZone: string
  version: number | undefined
  /** Undefined to keep them. */
  labels: string[] | undefined
  /** Hashes of the new content for each network, without the time. */
  hashes: string[]
}

/**
 * Replaces a post's content in one transaction whose statements share a guard. The version is part of that guard, so it is
 * increased last.
 * @returns the deliveries that are left, or none if the guard didn't hold
 */
export async function replaceContent(
  ctx: UserContext,
  { _id: postId, domainId }: Post,
  { planned, accounts, media, publishAt, timeZone, version, labels, hashes }: Content,
): Promise<DeliveryRow[]> {
  const { db, userId } = ctx
  const updatedAt = ctx.now()
  const chosen = planned.map(({ platform }) => platform)
  const guard = isRevisable(ctx, { postId, version, chosen })
  const ownPost = and(eq(posts.id, postId), guard)
  const own = allOf(eq(deliveries.postId, postId), guard)
  const removed = and(own, notInArray(deliveries.network, chosen), ne(deliveries.state, 'canceled'))
  // The statement that updates the post has claimed the slot.
  const time = sql<Date>`(select publish_at from posts where id = ${postId})`
  const { needsApproval, at, submits } = plannedBy(ctx, postId)
  const scheduled = {
    ...at(time),
    publishAt: time,
    failures: 0,
    reason: '',
    reasonCode: '',
    updatedAt,
  } as const
  const used = accounts.flatMap(account => {
    const plan = planned.find(({ platform }) => platform === account.network)
    return plan ? [{ account, plan }] : []
  })

  const results = await db.batch([
    db
      .update(posts)
      .set({ publishAt, timeZone, ...(labels && { labels }) })
      .where(ownPost),
    recordActivity(ctx, { domainId, act: 'post.edited', postId }),
    withdrawApproval(ctx, postId, and(guard, or(needsApproval, not(stillCovers(hashes))))),
    // Uploads contain the old alt texts, and containers the old caption, so they are created again.
    db
      .delete(deliverySteps)
      .where(
        and(
          inArray(deliverySteps.deliveryId, db.select({ id: deliveries.id }).from(deliveries).where(own)),
          ne(deliverySteps.name, PUBLISH_STEP),
        ),
      ),
    ...used.map(({ account: { id, network, providerId, name } }) =>
      db
        .update(deliveries)
        .set({ accountId: id, meantFor: providerId, meantForName: name })
        .where(and(own, eq(deliveries.network, network), eq(deliveries.state, 'canceled'))),
    ),
    ...planned.map(({ platform, message, written, positions }) =>
      db
        .update(deliveries)
        .set({ ...scheduled, message, written, searchText: fold(message), mediaPositions: positions })
        .where(and(own, eq(deliveries.network, platform))),
    ),
    ...used.map(({ account, plan: { platform, message, written, positions } }) =>
      insertMany(
        db,
        deliveries,
        {
          id: Bun.randomUUIDv7(),
          postId,
          userId: sql`(select user_id from posts where id = ${postId})`,
          domainId,
          accountId: account.id,
          meantFor: account.providerId,
          meantForName: account.name,
          network: platform,
          message,
          written,
          searchText: fold(message),
          mediaPositions: positions,
          ...scheduled,
        },
        sql`where ${guard}`,
      ).onConflictDoNothing({ target: [deliveries.postId, deliveries.network] }),
    ),
    // The call log or `written_off_calls` may refer to a claimed delivery, so it is cancelled instead of deleted.
    db.delete(deliveries).where(and(removed, eq(deliveries.attempt, 0))),
    db
      .update(deliveries)
      .set({ ...cancelledValues, updatedAt })
      .where(removed),
    db.delete(postMedia).where(and(eq(postMedia.postId, postId), guard)),
    insertMany(
      db,
      postMedia,
      { postId, mediaId: field('id'), position: field('position'), altText: field('altText') },
      sql`${fromRows(media)} where ${guard}`,
    ),
    ...firstCommentChanges(ctx, own, planned),
    holdForAnotherAccount(ctx, own),
    // The author may have asked to delete their account meanwhile.
    holdForDeletion(ctx, userId, own),
    ...requestApproval(ctx, own, { submits }),
    // Prevents restoring the cancelled networks, because their deliveries still have the old text and media.
    db.update(deliveries).set({ updatedAt, canceledFrom: null }).where(own).returning(),
    db
      .update(posts)
      .set({ version: sql`${posts.version} + 1` })
      .where(ownPost),
  ])
  return results.at(-2) as DeliveryRow[]
}

/**
 * SQL condition: publishing has begun neither on an active network nor on a chosen one. A cancelled network where the post may
 * be public can't be chosen again, because its old text is needed to recognise the remote post.
 */
const isRevisable = (
  ctx: UserContext,
  { postId, version, chosen }: { postId: string; version: number | undefined; chosen: NetworkId[] },
) => sql`exists (
  select 1 from posts revised
  where revised.id = ${postId} and ${mayChange(ctx, postId)}
    and revised.version = ${version ?? sql`revised.version`}
    and exists (select 1 from deliveries other where other.post_id = revised.id and other.state in ${[...CHANGEABLE_STATES]})
    and not exists (
      select 1 from deliveries other where other.post_id = revised.id and (
        other.state not in ${[...CHANGEABLE_STATES, 'canceled']}
        or ((other.state <> 'canceled' or other.network in ${chosen}) and ${mayBePublished(sql`other.id`)})
      )
    )
)`
