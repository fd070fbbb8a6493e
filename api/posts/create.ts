import { and, asc, eq, sql } from 'drizzle-orm'

import { connectedAccounts } from '#api/accounts/accounts.ts'
import { isAllowedIn, requireMembership } from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import { requireActiveDomain } from '#api/businesses/domains.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { requireNoDeletion } from '#api/deliveries/user-holds.ts'
import { saveAltTexts } from '#api/media/library.ts'
import type { ReceivedFile } from '#api/media/uploads/received-file.ts'
import { saveFirstComments } from '#api/publishing/first-comment/first-comments.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import type { NetworkId } from '#shared/networks.ts'
import {
  type DeliveryState,
  type PlatformMessage,
  POST_MESSAGES,
  type PostData,
  REVIEW_STATES,
} from '#shared/posts/posts.ts'
import { removeDraft, requireUnsent } from './drafts/drafts.ts'
import {
  accountColumns,
  checkMediaCount,
  checkMessages,
  type Described,
  insertMedia,
  type Planned,
  planContent,
  readPublishTime,
  tagTexts,
  textColumns,
} from './new-post.ts'
import { forgetCancellation, requireNotRestored } from './restore.ts'
import { finishChange } from './schedule.ts'
import { insertSeries, repeated } from './series.ts'
import { nextFreeSlot, zoneOf } from './slots/slots.ts'

export type NewPost = {
  data: PostData
  isScheduled: boolean
  /** Unix seconds as text, or empty. */
  scheduledTime: string
  files: ReceivedFile[]
  idempotencyKey: string | undefined
  receivedAt: Date
}

type PostResult = {
  platform: NetworkId
  success: true
  message?: string
  deliveryId: string
  state: DeliveryState
}
/** `occurrences` is the number of posts that a repeated one became. The rest is about the first. */
export type CreatedPost = {
  postId: string
  message: string
  publishAt: string
  occurrences?: number
  results: PostResult[]
}

/**
 * Accepts a post for now or later. 'Post Now' is a scheduled post that is due at once.
 * @throws {DomainError} `invalid` with the specification's messages, in its order; nothing is saved then
 */
export async function createPost(ctx: UserContext, input: NewPost): Promise<CreatedPost> {
  await requireNoDeletion(ctx)
  const domain = await requireActiveDomain(ctx, 'write')
  const accounts = domain ? await connectedAccounts(ctx, domain._id) : []
  const { altTexts, mediaIds, textOnly, draftId, draftVersion, timeZone, slot, labels, repeat, submit } =
    input.data
  const platforms = tagTexts(input.data.platforms, domain?.linkTags)
  checkMessages(platforms, new Set(accounts.map(({ network }) => network)))
  if (!domain) throw new DomainError('not_found', 'Please add your business first.')
  checkMediaCount(mediaIds.length + input.files.length, textOnly)
  if (slot) await nextFreeSlot(ctx, domain, { timeZone })
  const chosenTime = slot
    ? undefined
    : readPublishTime(input.isScheduled, input.scheduledTime, input.receivedAt)
  const zone = zoneOf(domain, timeZone)
  const timesFrom = (first: Date) =>
    repeat ? repeated(first, repeat, { timeZone: zone, now: input.receivedAt }) : [first]
  if (chosenTime) timesFrom(chosenTime)

  const content = { platforms, mediaIds, altTexts, files: input.files }
  const { planned: plans, described, discard } = await planContent(ctx, content)
  const planned = plans.flatMap(plan => {
    const account = accounts.find(({ network }) => network === plan.platform)
    return account ? { ...plan, account } : []
  })
  let isNew = false
  try {
    return await write(ctx, async ctx => {
      isNew = false
      const first = await findIdempotentResponse(ctx, input.idempotencyKey)
      if (first) return first
      // The draft, the caller's role and the accounts may have changed during the upload.
      if (draftId) {
        await requireNotRestored(ctx, draftId)
        await requireUnsent(ctx, draftId)
      }
      const role = await requireMembership(ctx, domain._id, 'write')
      await requireStillConnected(ctx, domain._id, { platforms, accounts })
      const chosen = chosenTime ? { at: chosenTime, timeZone } : await nextFreeSlot(ctx, domain, { timeZone })
      const times = timesFrom(chosen.at)
      const seriesId =
        repeat && (await insertSeries(ctx, { ...repeat, domainId: domain._id, timeZone: zone }))
      const created = await insertPosts(ctx, times, {
        domainId: domain._id,
        timeZone: repeat ? zone : chosen.timeZone,
        seriesId,
        labels,
        idempotencyKey: input.idempotencyKey,
        planned,
        described,
      })
      const post = onlyRow(created.slice(0, 1))
      await saveAltTexts(ctx, described)
      if (draftId) {
        await removeDraft(ctx, draftId, draftVersion)
        await forgetCancellation(ctx, draftId)
      }
      const saved = await finishChange(ctx, created, {
        submits: submit === true || !isAllowed(role, 'publish') ? sql`true` : sql`false`,
      })
      const inReview = saved.filter(({ state }) => REVIEW_STATES.includes(state)).map(({ id }) => id)
      const details = repeat && { occurrences: created.length }
      const activity = { domainId: domain._id, postId: post.id, ...(details && { details }) }
      await recordActivity(ctx, { ...activity, act: 'post.created' })
      if (inReview.length > 0) await recordActivity(ctx, { ...activity, act: 'post.submitted' })
      isNew = true
      return {
        postId: post.id,
        message: POST_MESSAGES.accepted,
        publishAt: chosen.at.toISOString(),
        ...(repeat && { occurrences: created.length }),
        results: post.planned.map(({ id, platform, left }) => ({
          platform,
          success: true as const,
          ...(left && { message: left }),
          deliveryId: id,
          state: inReview.includes(id) ? 'in_review' : 'scheduled',
        })),
      }
    })
  } finally {
    if (!isNew) await discard()
  }
}

type Insert = {
  domainId: string
  timeZone: string
  seriesId: string | undefined
  labels: string[]
  idempotencyKey: string | undefined
  planned: (Planned & { account: Account })[]
  described: Described[]
}

/** Inserts a post with this content for each time. The first one has the key of the request. */
async function insertPosts(
  ctx: Inside<UserContext>,
  times: Date[],
  { domainId, timeZone, seriesId, labels, idempotencyKey, planned, described }: Insert,
) {
  const { db, userId, now } = ctx
  const own = { userId, domainId }
  const rows = times.map((publishAt, index) => ({
    ...own,
    id: Bun.randomUUIDv7(),
    authorId: userId,
    publishAt,
    timeZone,
    labels,
    createdAt: now(),
    ...(seriesId && { seriesId, seriesIndex: index }),
    ...(index === 0 && { idempotencyKey }),
  }))
  await db.insert(posts).values(rows)
  const created = rows.map(post => ({
    ...post,
    planned: planned.map(plan => ({ ...plan, id: Bun.randomUUIDv7() })),
  }))
  for (const { id } of created) await insertMedia(ctx, id, described)
  await db.insert(deliveries).values(
    created.flatMap(({ id: postId, publishAt, planned: plans }) =>
      plans.map(({ id, account, ...plan }) => ({
        ...own,
        ...accountColumns(account),
        ...textColumns(plan),
        id,
        postId,
        network: plan.platform,
        mediaPositions: plan.positions,
        state: 'scheduled' as const,
        publishAt,
        wakeAt: publishAt,
        updatedAt: now(),
      })),
    ),
  )
  await saveFirstComments(
    ctx,
    created.flatMap(post => post.planned),
  )
  return created
}

/** @throws {DomainError} `invalid` for a network whose account was disconnected or replaced during the upload */
async function requireStillConnected(
  ctx: Inside<UserContext>,
  domainId: string,
  { platforms, accounts }: { platforms: PlatformMessage[]; accounts: Account[] },
): Promise<void> {
  const connected = await connectedAccounts(ctx, domainId)
  const unchanged = connected.filter(({ id }) => accounts.some(account => account.id === id))
  checkMessages(platforms, new Set(unchanged.map(({ network }) => network)))
}

/** Returns the response to the first request with this key. */
export async function findIdempotentResponse(
  ctx: Inside<UserContext>,
  idempotencyKey: string | undefined,
): Promise<CreatedPost | undefined> {
  if (!idempotencyKey) return undefined
  const rows = await ctx.db
    .select({
      postId: posts.id,
      publishAt: posts.publishAt,
      seriesId: posts.seriesId,
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
  const { seriesId } = first
  return {
    postId: first.postId,
    message: POST_MESSAGES.accepted,
    publishAt: first.publishAt.toISOString(),
    ...(seriesId && { occurrences: await ctx.db.$count(posts, eq(posts.seriesId, seriesId)) }),
    results: rows.map(({ platform, deliveryId, state }) => ({
      platform,
      success: true,
      deliveryId,
      state: REVIEW_STATES.includes(state) ? state : 'scheduled',
    })),
  }
}
