import { and, asc, eq, sql } from 'drizzle-orm'

import { connectedAccounts } from '#api/accounts/accounts.ts'
import { requestApproval } from '#api/approvals/withdraw.ts'
import { isAllowedIn, requireMembership } from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import { requireActiveDomain } from '#api/businesses/domains.ts'
import type { UserContext } from '#api/context.ts'
import { insertMany } from '#api/db/insert-many.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'
import { type DeliveryRow, deliveries, postMedia, posts } from '#api/db/schema/posts/posts.ts'
import { holdForDeletion, requireNoDeletion } from '#api/deliveries/user-holds.ts'
import { DomainError } from '#api/errors.ts'
import { altTextUpdates } from '#api/media/library.ts'
import { requireMediaByIds } from '#api/media/media.ts'
import type { ReceivedFile } from '#api/media/uploads/received-file.ts'
import { nextFreeSlot, requireFree } from '#api/posts/slots/next-free-slot.ts'
import { firstCommentInserts } from '#api/publishing/first-comment/first-comments.ts'
import type { NetworkId } from '#shared/networks.ts'
import {
  type DeliveryState,
  type PlatformMessage,
  POST_MESSAGES,
  type PostData,
  REVIEW_STATES,
} from '#shared/posts/posts.ts'
import { fold } from '#shared/text/fold.ts'
import { forgetCancellation, isNotRestored, requireNotRestored } from './changes/cancel-post.ts'
import { draftRemoval } from './drafts/drafts.ts'
import { isUnsent, requireUnsent } from './drafts/sent-drafts.ts'
import { checkMediaCount, gatherMedia } from './gather-media.ts'
import { checkMessages, mediaForNetwork, readPublishTime } from './new-post.ts'
import { tagTexts } from './tag-texts.ts'

export type NewPost = {
  data: PostData
  isScheduled: boolean
  /** Unix seconds as text, or empty. */
  scheduledTime: string
  files: ReceivedFile[]
  idempotencyKey: string | undefined
  receivedAt: Date
}

export type PostResult = {
  platform: NetworkId
  success: true
  message?: string
  deliveryId: string
  state: DeliveryState
}
export type CreatedPost = { postId: string; message: string; publishAt: string; results: PostResult[] }

/**
 * Accepts a post for now or later. 'Post Now' is a scheduled post that is due at once.
 * @throws {DomainError} `invalid` with the specification's messages, in its order; nothing is saved then
 */
export async function createPost(ctx: UserContext, input: NewPost): Promise<CreatedPost> {
  await requireNoDeletion(ctx)
  const domain = await requireActiveDomain(ctx, 'write')
  const accounts = domain ? await connectedAccounts(ctx, domain._id) : []
  const { altTexts, mediaIds, textOnly, draftId, timeZone, slot, labels, submit } = input.data
  const platforms = tagTexts(input.data.platforms, domain?.linkTags)
  checkMessages(platforms, new Set(accounts.map(({ network }) => network)))
  if (!domain) throw new DomainError('not_found', 'Please add your business first.')
  checkMediaCount(mediaIds, input.files, textOnly)
  const free = slot ? await nextFreeSlot(ctx, domain, { timeZone }) : undefined
  const chosenTime = free?.at ?? readPublishTime(input.isScheduled, input.scheduledTime, input.receivedAt)

  const uploaded = await requireMediaByIds(ctx, mediaIds)
  const kinds = [...uploaded, ...input.files].map(({ kind }) => kind)
  const planned = platforms.flatMap(({ firstComment = '', media, ...text }) => {
    const account = accounts.find(({ network }) => network === text.platform)
    if (!account) return []
    const chosen = mediaForNetwork(text.platform, media, kinds)
    return { id: Bun.randomUUIDv7(), ...text, account, firstComment, ...chosen }
  })
  const { media, discard } = await gatherMedia(ctx, uploaded, input.files, position =>
    planned.filter(({ positions }) => positions.includes(position)).map(({ platform }) => platform),
  )
  const postId = Bun.randomUUIDv7()
  const now = ctx.now()
  const publishAt = sql<Date>`(select publish_at from posts where id = ${postId})`
  let accepted: { publishAt: Date }[]
  let inReview: DeliveryRow[]
  try {
    const results = await ctx.db.batch([
      insertMany(
        ctx.db,
        posts,
        {
          id: postId,
          userId: ctx.userId,
          domainId: domain._id,
          authorId: ctx.userId,
          publishAt: chosenTime,
          timeZone: free?.timeZone ?? timeZone,
          idempotencyKey: input.idempotencyKey ?? null,
          labels,
          createdAt: now,
        },
        // The foreign keys make the batch fail if the post wasn't inserted.
        sql`where ${isNotRestored(ctx, draftId)} and ${isUnsent(ctx, draftId)} and ${isAllowedIn(ctx, sql`${domain._id}`, 'write')}`,
      ).returning({ publishAt: posts.publishAt }),
      recordActivity(ctx, { domainId: domain._id, act: 'post.created', postId }),
      ...(media.length > 0
        ? [
            ctx.db.insert(postMedia).values(
              media.map(({ id }, position) => ({
                postId,
                mediaId: id,
                position,
                altText: altTexts[position] ?? '',
              })),
            ),
          ]
        : []),
      ctx.db.insert(deliveries).values(
        planned.map(({ id, account, platform, message, written, positions }) => ({
          id,
          postId,
          userId: ctx.userId,
          domainId: domain._id,
          accountId: account.id,
          meantFor: account.providerId,
          meantForName: account.name,
          network: platform,
          message,
          written,
          searchText: fold(message),
          mediaPositions: positions,
          state: 'scheduled' as const,
          publishAt,
          wakeAt: publishAt,
          updatedAt: now,
        })),
      ),
      ...altTextUpdates(
        ctx,
        media.map(({ id }, position) => ({ id, altText: altTexts[position] ?? '' })),
      ),
      ...firstCommentInserts(ctx, planned),
      ...(draftId ? [draftRemoval(ctx, draftId), forgetCancellation(ctx, draftId)] : []),
      // The author may have asked for deletion during the upload.
      holdForDeletion(ctx, ctx.userId, eq(deliveries.postId, postId)),
      // Their role may have changed during the upload.
      ...requestApproval(ctx, eq(deliveries.postId, postId), {
        submits: sql`(${submit === true} or not ${isAllowedIn(ctx, deliveries.domainId, 'publish')})`,
      }),
      recordActivity(ctx, { domainId: domain._id, act: 'post.submitted', postId }),
    ])
    accepted = results[0]
    inReview = results.at(-2) as DeliveryRow[]
  } catch (error) {
    await discard()
    const first = await findIdempotentResponse(ctx, input.idempotencyKey)
    if (first) return first
    if (draftId) {
      await requireNotRestored(ctx, draftId)
      await requireUnsent(ctx, draftId)
    }
    await requireStillConnected(ctx, domain._id, platforms, accounts)
    if (free) await requireFree(ctx, free)
    throw error
  }
  ctx.wake('publish')
  return {
    postId,
    message: POST_MESSAGES.accepted,
    publishAt: accepted.map(post => post.publishAt.toISOString()).join(),
    results: planned.map(({ id, platform, left }) => ({
      platform,
      success: true,
      ...(left && { message: left }),
      deliveryId: id,
      state: inReview.some(delivery => delivery.id === id) ? 'in_review' : 'scheduled',
    })),
  }
}

/**
 * Checks if the business, an account or the caller was removed during the upload.
 * @throws {DomainError} `not_found`, `forbidden` or `invalid`
 */
async function requireStillConnected(
  ctx: UserContext,
  domainId: string,
  platforms: PlatformMessage[],
  accounts: Account[],
): Promise<void> {
  await requireMembership(ctx, domainId, 'write')
  const connected = await connectedAccounts(ctx, domainId)
  const unchanged = connected.filter(({ id }) => accounts.some(account => account.id === id))
  checkMessages(platforms, new Set(unchanged.map(({ network }) => network)))
}

/** Returns the response to the first request with this key. */
export async function findIdempotentResponse(
  ctx: UserContext,
  idempotencyKey: string | undefined,
): Promise<CreatedPost | undefined> {
  if (!idempotencyKey) return undefined
  const rows = await ctx.db
    .select({
      postId: posts.id,
      publishAt: posts.publishAt,
      deliveryId: deliveries.id,
      platform: deliveries.network,
      state: deliveries.state,
    })
    .from(posts)
    .innerJoin(deliveries, eq(deliveries.postId, posts.id))
    .where(
      and(
        eq(posts.userId, ctx.userId),
        eq(posts.idempotencyKey, idempotencyKey),
        // A replay must not show the post to a caller who has been removed since.
        isAllowedIn(ctx, posts.domainId),
      ),
    )
    .orderBy(asc(deliveries.id))
  const [first] = rows
  if (!first) return undefined
  return {
    postId: first.postId,
    message: POST_MESSAGES.accepted,
    publishAt: first.publishAt.toISOString(),
    results: rows.map(({ platform, deliveryId, state }) => ({
      platform,
      success: true,
      deliveryId,
      state: REVIEW_STATES.includes(state) ? state : 'scheduled',
    })),
  }
}
