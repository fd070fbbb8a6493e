import { and, asc, eq } from 'drizzle-orm'

import { connectedAccounts } from '#api/accounts/accounts.ts'
import { isAllowedIn, requireMembership } from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import { noBusinessError, requireActiveDomain } from '#api/businesses/domains.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { requireNoDeletion } from '#api/deliveries/user-holds.ts'
import { saveAltTexts } from '#api/media/library.ts'
import type { ReceivedFile } from '#api/media/uploads/received-file.ts'
import { invalidField } from '#api/runtime/errors.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import type { NetworkId } from '#shared/networks.ts'
import {
  type DeliveryState,
  type PlatformMessage,
  POST_MESSAGES,
  type PostData,
  REVIEW_STATES,
} from '#shared/posts/posts.ts'
import { RHYTHM_MESSAGES } from '#shared/posts/rhythm.ts'
import { removeDraft, requireUnsent } from './drafts/drafts.ts'
import { checkMessages, parsePublishTime, requireNoDates, requireNotEnded } from './post/input.ts'
import { insertPosts, accountColumns, textColumns } from './post/insert.ts'
import { checkMediaCount, planContent } from './post/plan-content.ts'
import {
  prepareFurtherTexts,
  textRulesOf,
  type TaggedMessage,
  tagTexts,
  withDefaultButton,
} from './post/texts.ts'
import { preventRestore, requireNotRestored } from './restore.ts'
import { finishChange, SUBMITTABLE_STATES } from './schedule.ts'
import { insertSeries, occurrenceTimes } from './series.ts'
import { nextFreeSlot, timeZoneOf } from './slots/slots.ts'

export type NewPost = {
  data: PostData
  isScheduled: boolean
  /** Time in Unix seconds, as text; empty for now. */
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
export type CreatedPost = {
  postId: string
  message: string
  publishAt: string
  /** Number of posts of a repeated post. The other fields are about the first. */
  occurrences?: number
  results: PostResult[]
}

/**
 * Accepts a post for now or later. 'Post Now' is a scheduled post that is due at once.
 * @throws {DomainError} `invalid` with the specification's messages, in its order; nothing is saved then
 */
export async function createPost(ctx: UserContext, input: NewPost): Promise<CreatedPost> {
  const prepared = await preparePost(ctx, input)
  let isNew = false
  try {
    return await write(ctx, async ctx => {
      isNew = false
      const first = await findIdempotentResponse(ctx, input.idempotencyKey)
      if (first) return first
      const created = await insertPrepared(ctx, input, prepared)
      isNew = true
      return created
    })
  } finally {
    if (!isNew) await prepared.discard()
  }
}

type PreparedPost = Awaited<ReturnType<typeof preparePost>>

/** Checks a new post, and accepts its files. `discard` deletes the files if the post isn't created. */
async function preparePost(ctx: UserContext, { data, files, ...input }: NewPost) {
  await requireNoDeletion(ctx)
  const domain = await requireActiveDomain(ctx, 'write')
  const accounts = domain ? await connectedAccounts(ctx, domain._id) : []
  const { altTexts, mediaIds, textOnly, draftId, timeZone, slot, repeat } = data
  const rules = textRulesOf(domain ?? { businessName: '', linkTags: null }, accounts)
  const platforms = tagTexts(withDefaultButton(data.platforms, domain?.postButton), rules)
  checkMessages(platforms, new Set(accounts.map(({ network }) => network)))
  if (!domain) throw noBusinessError()
  const texts = [platforms, ...prepareFurtherTexts([platforms], data.texts ?? [], { rules })]
  if (texts.length > 1 && !repeat) throw invalidField('texts', RHYTHM_MESSAGES.textsAlone)
  checkMediaCount(mediaIds.length + files.length, textOnly)
  if (repeat) requireNoDates(platforms)
  if (slot) await nextFreeSlot(ctx, domain, { timeZone, except: [draftId] })
  const chosenTime = slot
    ? undefined
    : parsePublishTime(input.isScheduled, input.scheduledTime, input.receivedAt)
  const zone = timeZoneOf(domain, timeZone)
  const timesFrom = (first: Date) =>
    repeat
      ? occurrenceTimes(first, repeat, { timeZone: zone, now: input.receivedAt, texts: texts.length })
      : [first]
  if (chosenTime) timesFrom(chosenTime)

  const plan = await planContent(ctx, { platforms, mediaIds, altTexts, files })
  const planned = plan.planned.flatMap(content => {
    const account = accounts.find(({ network }) => network === content.platform)
    return account ? { ...content, account } : []
  })
  return { ...plan, planned, domain, accounts, platforms, texts, chosenTime, zone, timesFrom }
}

async function insertPrepared(
  ctx: Inside<UserContext>,
  { data, idempotencyKey }: NewPost,
  { domain, accounts, platforms, texts, chosenTime, zone, timesFrom, planned, postFiles }: PreparedPost,
): Promise<CreatedPost> {
  const { draftId, draftVersion, timeZone, labels, repeat } = data
  const { userId } = ctx
  const domainId = domain._id
  // The draft, the caller's role and the accounts may have changed during the upload.
  if (draftId) {
    await requireNotRestored(ctx, draftId)
    await requireUnsent(ctx, draftId)
  }
  const role = await requireMembership(ctx, domainId, 'write')
  await requireStillConnected(ctx, domainId, { platforms, accounts })
  const chosen = chosenTime
    ? { at: chosenTime, timeZone }
    : await nextFreeSlot(ctx, domain, { timeZone, except: [draftId] })
  requireNotEnded(platforms, chosen.at, zone)

  const deliveriesOf = (text: TaggedMessage[]) =>
    planned.map(({ account, platform, positions, extras, ...content }) => ({
      ...accountColumns(account),
      ...textColumns({ ...content, ...text.find(one => one.platform === platform), extras }),
      network: platform,
      mediaPositions: positions,
      firstComment: content.firstComment,
      writtenComment: content.writtenComment,
    }))
  const seriesId = repeat && (await insertSeries(ctx, { ...repeat, domainId, timeZone: zone }))
  const created = await insertPosts(
    ctx,
    {
      userId,
      domainId,
      authorId: userId,
      timeZone: repeat ? zone : chosen.timeZone,
      labels,
      media: postFiles,
    },
    timesFrom(chosen.at).map((publishAt, index) => ({
      publishAt,
      ...(seriesId && { seriesId, seriesIndex: index, seriesText: index % texts.length }),
      ...(index === 0 && { idempotencyKey }),
      deliveries: deliveriesOf(texts[index % texts.length] ?? []),
    })),
  )
  const post = onlyRow(created.slice(0, 1))
  await saveAltTexts(ctx, postFiles)
  if (draftId) {
    await removeDraft(ctx, draftId, draftVersion)
    await preventRestore(ctx, draftId)
  }
  const submits = data.submit === true || !isAllowed(role, 'publish') ? SUBMITTABLE_STATES : []
  const saved = await finishChange(ctx, created, { submits })
  const inReview = saved.filter(({ state }) => REVIEW_STATES.includes(state)).map(({ id }) => id)
  const occurrences = repeat && { occurrences: created.length }
  const activity = { domainId, postId: post.id, ...(occurrences && { details: occurrences }) }
  await recordActivity(ctx, { ...activity, act: 'post.created' })
  if (inReview.length > 0) await recordActivity(ctx, { ...activity, act: 'post.submitted' })
  return {
    postId: post.id,
    message: POST_MESSAGES.accepted,
    publishAt: chosen.at.toISOString(),
    ...occurrences,
    results: planned.map(({ platform, leftOut }) => {
      const { id } = onlyRow(post.deliveries.filter(({ network }) => network === platform))
      return {
        platform,
        success: true,
        ...(leftOut && { message: leftOut }),
        deliveryId: id,
        state: inReview.includes(id) ? 'in_review' : 'scheduled',
      }
    }),
  }
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
