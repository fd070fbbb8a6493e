import { and, eq, exists, inArray, ne, sql } from 'drizzle-orm'

import { requestApproval, withdrawApproval } from '#api/approvals/withdraw.ts'
import { getDomain } from '#api/businesses/domains.ts'
import type { UserContext } from '#api/context.ts'
import { allOf } from '#api/db/conditions.ts'
import {
  type DeliveryRow,
  deliveries,
  deliverySteps,
  postMedia,
  posts,
  PUBLISH_STEP,
} from '#api/db/schema/posts/posts.ts'
import { holdForAnotherAccount } from '#api/deliveries/account-mismatch.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { mayBePublished } from '#api/deliveries/may-be-published.ts'
import { requireNoDeletion } from '#api/deliveries/user-holds.ts'
import { invalidField } from '#api/errors.ts'
import { firstCommentChanges } from '#api/publishing/first-comment/first-comments.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { CHANGEABLE_STATES, type EditPost, POST_MESSAGES } from '#shared/posts/posts.ts'
import { fold } from '#shared/text/fold.ts'
import { tooLate } from './change-errors.ts'
import { dueAt, latestOf, recordOfPost } from './change-post.ts'
import { updatePostTime } from './follow-time.ts'
import { mayChange, plannedBy, requireMayChange } from './may-change.ts'
import { checkFirstComment, checkMessage, checkPublishTime } from './new-post.ts'
import { readPost } from './posts.ts'
import { tagTexts } from './tag-texts.ts'

/**
 * Changes messages, alt texts and time of a post, all or nothing.
 * @throws {DomainError} `conflict` if one of its networks is publishing or has published it. For callers who may not publish:
 *   `conflict` for an approved post, `forbidden` for another author's
 */
export async function editPost(
  ctx: UserContext,
  postId: string,
  { platforms = [], altTexts, scheduledTime, timeZone }: EditPost,
) {
  const post = await readPost(ctx, postId)
  if (scheduledTime !== undefined) await requireNoDeletion(ctx)
  const { linkTags, role } = await getDomain(ctx, post.domainId, 'write')
  requireMayChange({ role, ...post })
  const texts = tagTexts(platforms, linkTags)
  for (const { platform, message, firstComment } of texts) {
    if (!post.deliveries.some(({ network }) => network === platform))
      throw invalidField('platforms', `This post does not go to ${networks[platform].name}.`)
    if (message.trim() === '')
      throw invalidField('platforms', POST_MESSAGES.noMessageFor(networks[platform].name))
    checkMessage(platform, message)
    checkFirstComment(platform, firstComment)
  }
  const publishAt = scheduledTime === undefined ? undefined : checkPublishTime(scheduledTime, ctx.now())
  const editable = allOf(
    changeable(ctx, postId),
    isUntouchedOn(
      postId,
      platforms.map(({ platform }) => platform),
    ),
    altTexts.length > 0 ? isInNoUpload(postId) : undefined,
  )
  const changed = { updatedAt: ctx.now() }
  const moved = plannedBy(ctx, postId)

  // Uploads contain the old alt texts, and containers the old caption, so they are created again.
  const isOnlyMoved = platforms.length === 0 && altTexts.length === 0
  const [touched, ...results] = await ctx.db.batch([
    ctx.db.update(deliveries).set(changed).where(editable).returning(),
    ...(isOnlyMoved ? [] : [recordOfPost(ctx, { act: 'post.edited', postId })]),
    ctx.db
      .delete(deliverySteps)
      .where(
        and(
          inArray(
            deliverySteps.deliveryId,
            ctx.db.select({ id: deliveries.id }).from(deliveries).where(editable),
          ),
          ne(deliverySteps.name, PUBLISH_STEP),
        ),
      ),
    ...altTexts.map((altText, position) =>
      ctx.db
        .update(postMedia)
        .set({ altText })
        .where(
          and(
            eq(postMedia.postId, postId),
            eq(postMedia.position, position),
            exists(ctx.db.select().from(deliveries).where(editable)),
          ),
        ),
    ),
    ...texts.map(({ platform, message, written }) =>
      ctx.db
        .update(deliveries)
        .set({ message, written, searchText: fold(message) })
        .where(and(editable, eq(deliveries.network, platform))),
    ),
    ...firstCommentChanges(ctx, editable, texts),
    ...(publishAt
      ? [
          ctx.db
            .update(deliveries)
            .set({ ...dueAt(publishAt), ...moved.at(publishAt) })
            .where(editable),
          ...(isOnlyMoved ? [recordOfPost(ctx, { act: 'post.moved', postId })] : []),
          holdForAnotherAccount(ctx, editable),
          updatePostTime(ctx, postId, publishAt, { timeZone, may: mayChange(ctx, postId) }),
        ]
      : [
          ctx.db
            .update(posts)
            .set({ version: sql`${posts.version} + 1` })
            .where(and(eq(posts.id, postId), exists(ctx.db.select().from(deliveries).where(editable)))),
        ]),
    withdrawApproval(
      ctx,
      postId,
      and(
        exists(ctx.db.select().from(deliveries).where(editable)),
        isOnlyMoved ? moved.needsApproval : undefined,
      ),
    ),
    // A change of texts keeps the post's state; only a new time returns it to review.
    ...requestApproval(
      ctx,
      allOf(eq(deliveries.postId, postId), mayChange(ctx, postId)),
      publishAt && { submits: moved.submits },
    ),
  ])
  if (touched.length === 0) {
    const current = await readPost(ctx, postId)
    requireMayChange({ role, ...current })
    throw tooLate(current.deliveries.map(({ state }) => state))
  }
  await broadcastDeliveries(ctx, latestOf(touched, results.at(-1) as DeliveryRow[]))
  ctx.wake('publish')
}

/** Excludes deliveries that may be published, because their text is needed to recognise the remote post. */
const changeable = (ctx: UserContext, postId: string) =>
  allOf(
    eq(deliveries.postId, postId),
    mayChange(ctx, postId),
    inArray(deliveries.state, [...CHANGEABLE_STATES]),
    sql`not ${mayBePublished(sql`deliveries.id`)}`,
  )

/** SQL condition: publishing has not begun on any of these networks. */
const isUntouchedOn = (postId: string, affected: NetworkId[]) =>
  affected.length === 0
    ? undefined
    : sql`not exists (select 1 from deliveries other where other.post_id = ${postId} and other.network in ${affected} and (other.state not in ${[...CHANGEABLE_STATES]} or ${mayBePublished(sql`other.id`)}))`

/**
 * SQL condition: no network is about to publish the post. The networks share its alt texts, and pictures that are already
 * uploaded keep the old ones, so a network could publish those after the new ones are approved.
 */
const isInNoUpload = (postId: string) =>
  sql`not exists (select 1 from deliveries other where other.post_id = ${postId} and other.state <> 'published'
    and (other.state in ('publishing', 'unconfirmed') or ${mayBePublished(sql`other.id`)}))`
