import { eq, inArray } from 'drizzle-orm'

import { requireRole } from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import type { Inside, OwnerContext, UserContext } from '#api/context.ts'
import { approvals } from '#api/db/schema/posts/approvals.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { hashFilesOf, signedHashes } from '#api/deliveries/approval/content.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { reasons } from '#api/deliveries/reasons.ts'
import { isUnsent, type LoadedDelivery } from '#api/posts/post/load.ts'
import { finishChange } from '#api/posts/schedule.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import { isAlike } from '#shared/posts/alike.ts'
import {
  APPROVAL_MESSAGES,
  type ApprovePost,
  type RequestChanges,
  wasReviewed,
} from '#shared/posts/approvals.ts'
import { awaitsApproval, isUndelivered } from '#shared/posts/changes.ts'
import type { DeliveryState } from '#shared/posts/posts.ts'
import { TAKE_BACK_MESSAGES, type TakeBackApproval } from '#shared/posts/take-back.ts'
import { hasVisible } from '#shared/text/characters.ts'
import { notifyOfDecision } from './decision-notices.ts'
import { insertComment, readOwnRemarks } from './discuss.ts'
import {
  loadForDecision,
  loadForReview,
  loadToTakeBack,
  type PostUnderReview,
  type Reviewer,
} from './load.ts'

const conflict = (message: string) => new DomainError('conflict', message)

/**
 * Sends a post for approval, or sends it again after changes. That takes a scheduled post off the schedule, which requires the
 * permission to publish. An exempt post waits like any other.
 * @returns false for a post that is approved already, and stays so
 * @throws {DomainError} `conflict` if its time has passed, or publishing has begun; `not_found`, `forbidden`
 */
export const submitPost = (ctx: UserContext, postId: string): Promise<boolean> =>
  write(ctx, async ctx => submitLoaded(ctx, await loadForReview(ctx, postId)))

async function submitLoaded(
  ctx: Inside<UserContext>,
  { post, role, deliveries: all, approval }: PostUnderReview,
  heldByLinkId: string | null = null,
): Promise<boolean> {
  requireRole(role, 'write')
  if (wasReviewed(approval)) return false
  if (all.some(({ state }) => state === 'scheduled')) requireRole(role, 'publish')
  const submittable = all.filter(
    delivery => isWaitingOrScheduled(delivery) || (delivery.state === 'draft' && !delivery.mayBePublished),
  )
  const now = ctx.now()
  const inTime = submittable.filter(({ publishAt }) => approval?.whenApproved || publishAt > now)
  if (inTime.length === 0)
    throw conflict(submittable.length > 0 ? APPROVAL_MESSAGES.timePassed : APPROVAL_MESSAGES.begun)
  const waiting = approval?.state === 'in_review' ? approval : null
  const sentBackFrom =
    approval?.state === 'changes_requested' && isAllowed(role, 'publish') ? approval.heldByLinkId : null
  await saveApproval(ctx, post, {
    state: 'in_review',
    exempt: false,
    contentHash: null,
    signedHashes: [],
    submittedBy: ctx.userId,
    submittedAt: waiting?.submittedAt ?? now,
    heldByLinkId: heldByLinkId ?? sentBackFrom,
    // Nobody has decided through the link that holds the post now.
    ...(heldByLinkId && { via: null }),
    notifiedAt: waiting?.notifiedAt ?? null,
  })
  await takeOffSchedule(ctx, inTime, 'in_review')
  await recordActivity(ctx, { domainId: post.domainId, act: 'post.submitted', postId: post.id })
  await broadcastPost(ctx, post.id)
  return true
}

/** Lets a review link hold posts: takes them off the schedule until they are approved, except those that a network may have. */
export async function holdForReview(ctx: Inside<UserContext>, linkId: string, postIds: readonly string[]) {
  for (const postId of postIds) {
    const found = await loadForReview(ctx, postId)
    const isAhead = ({ state, mayBePublished, publishAt }: LoadedDelivery) =>
      state === 'scheduled' && !mayBePublished && publishAt > ctx.now()
    if (found.deliveries.some(isAhead)) await submitLoaded(ctx, found, linkId)
  }
}

/**
 * Ends a review link's hold on a post: schedules it again, as if it had never been sent for approval.
 * @throws {DomainError} `not_found`, `forbidden` without the permission to publish
 */
export async function releaseFromReview(ctx: Inside<UserContext>, postId: string): Promise<void> {
  const { post, role, deliveries: all } = await loadForReview(ctx, postId)
  requireRole(role, 'publish')
  await ctx.db.delete(approvals).where(eq(approvals.postId, post.id))
  await scheduleApproved(ctx, all.filter(awaitsApproval))
  await finishChange(ctx, [post])
  await recordActivity(ctx, { domainId: post.domainId, act: 'post.released', postId: post.id })
}

/**
 * Approves exactly the content with this hash, and schedules it. Approving the same content twice changes nothing.
 * @param input.alike other posts of its series, of which those that wait with the same content are approved too
 * @returns the number of posts that are approved now
 * @throws {DomainError} `conflict` if the content has changed, or publishing has begun; `not_found`, `forbidden`
 */
export async function approvePost(
  ctx: OwnerContext,
  postId: string,
  { contentHash, alike = [] }: ApprovePost,
  reviewer?: Reviewer,
): Promise<number> {
  await hashFilesOf(ctx, [postId, ...alike])
  return write(ctx, async ctx => {
    const found = await loadForDecision(ctx, postId, { reviewer, approves: true })
    const isReviewed = wasReviewed(found.approval)
    if (isReviewed && found.approval?.contentHash === contentHash) return 1
    if (isReviewed || found.hash !== contentHash) throw conflict(APPROVAL_MESSAGES.changed)
    if (!isUndelivered(found.deliveries)) throw conflict(APPROVAL_MESSAGES.begun)
    const others = await loadAlike(ctx, found, { ids: alike, reviewer, approves: true })
    for (const each of [found, ...others]) await approveLoaded(ctx, each, reviewer)

    const { approval, deliveries: all } = found
    const planned = all.filter(({ state }) => state !== 'canceled')
    const late = approval?.whenApproved ? [] : planned.filter(({ publishAt }) => publishAt <= ctx.now())
    await notifyOfDecision(ctx, found, {
      outcome: late.length > 0 ? 'approvedLate' : 'approved',
      late: late.length < planned.length ? late.map(({ network }) => network) : [],
      others: others.length,
      reviewer,
    })
    return 1 + others.length
  })
}

/** Loads those posts that have the same series, content and approval. A link decides only on posts that it shows. */
async function loadAlike(
  ctx: Inside<OwnerContext>,
  found: PostUnderReview,
  { ids, reviewer, approves }: { ids: readonly string[]; reviewer: Reviewer | undefined; approves: boolean },
): Promise<PostUnderReview[]> {
  const alike: PostUnderReview[] = []
  for (const id of new Set(ids)) {
    if (reviewer && !reviewer.postIds.includes(id)) continue
    const other = await loadForDecision(ctx, id, { reviewer, approves })
    if (isUndelivered(other.deliveries) && isAlike(toAlikeInput(found), toAlikeInput(other), ctx.now()))
      alike.push(other)
  }
  return alike
}

const toAlikeInput = ({ post: { id, seriesId, publishAt }, approval, hash }: PostUnderReview) => ({
  _id: id,
  seriesId,
  publishAt,
  state: approval?.exempt ? 'exempt' : (approval?.state ?? 'draft'),
  contentHash: hash,
})

/** Approves the loaded content of a post, and schedules its waiting deliveries. */
async function approveLoaded(
  ctx: Inside<OwnerContext>,
  found: PostUnderReview,
  reviewer: Reviewer | undefined,
) {
  const { post, approval, deliveries: all } = found
  await saveAsApproved(ctx, found, { reviewer })
  const now = ctx.now()
  const whenApproved = approval?.whenApproved ?? false
  await scheduleApproved(ctx, all.filter(awaitsApproval), whenApproved)
  if (whenApproved && post.publishAt < now)
    await ctx.db.update(posts).set({ publishAt: now }).where(eq(posts.id, post.id))
  const changed = await finishChange(ctx, [post])
  await recordDecision(ctx, found, 'post.approved', reviewer)
  if (changed.length === 0) await broadcastPost(ctx, post.id)
}

/** Schedules deliveries that waited for approval. Those whose time has passed are held, unless they go out when approved. */
async function scheduleApproved(
  ctx: Inside<OwnerContext>,
  waiting: readonly LoadedDelivery[],
  whenApproved = false,
): Promise<void> {
  const now = ctx.now()
  for (const { id, publishAt } of waiting) {
    const isLate = publishAt <= now && !whenApproved
    const at = publishAt < now ? now : publishAt
    const values = isLate
      ? { state: 'held' as const, wakeAt: null, ...reasons.approvedLate }
      : { state: 'scheduled' as const, publishAt: at, wakeAt: at, reason: '', reasonCode: '' }
    await ctx.db
      .update(deliveries)
      .set({ ...values, failures: 0, updatedAt: now })
      .where(eq(deliveries.id, id))
  }
}

/**
 * Sends a post back to its author with a comment, unless publishing has begun. Without a comment, the caller's open remarks on the
 * post are the request.
 * @param input.alike other posts of its series, of which those with the same content and approval are sent back too
 * @returns the number of posts that were sent back
 * @throws {DomainError} `conflict` if publishing has begun; `invalid` without a comment or remark; `not_found`, `forbidden`
 */
export async function requestChanges(
  ctx: OwnerContext,
  postId: string,
  { comment, alike = [] }: RequestChanges,
  reviewer?: Reviewer,
): Promise<number> {
  await hashFilesOf(ctx, [postId, ...alike])
  return write(ctx, async ctx => {
    const found = await loadForDecision(ctx, postId, { reviewer, approves: false })
    if (deliveriesToSendBack(found).length === 0) throw conflict(APPROVAL_MESSAGES.begun)
    const isWritten = hasVisible(comment)
    const request = isWritten ? comment : (await readOwnRemarks(ctx, postId, reviewer)).join('\n')
    if (request === '') throw invalidField('comment', APPROVAL_MESSAGES.noComment)
    const loaded = await loadAlike(ctx, found, { ids: alike, reviewer, approves: false })
    const others = loaded.filter(other => deliveriesToSendBack(other).length > 0)
    await sendBack(ctx, found, { comment: isWritten ? comment : '', reviewer })
    for (const other of others) await sendBack(ctx, other, { comment: request, reviewer })
    await notifyOfDecision(ctx, found, {
      outcome: 'changesRequested',
      comment: request,
      others: others.length,
      reviewer,
    })
    return 1 + others.length
  })
}

/**
 * Takes back the approval of exactly the content with this hash. The post keeps its time and waits for approval again, even if the
 * business requires none.
 * @throws {DomainError} `conflict` without such an approval, or if publishing has begun; `not_found`; `forbidden` for a person who
 * neither approved the post nor may decide
 */
export async function takeBackApproval(
  ctx: OwnerContext,
  postId: string,
  { contentHash }: TakeBackApproval,
  reviewer?: Reviewer,
): Promise<void> {
  await hashFilesOf(ctx, [postId])
  return write(ctx, async ctx => {
    const found = await loadToTakeBack(ctx, postId, reviewer)
    const { approval } = found
    if (!wasReviewed(approval) || approval?.contentHash !== contentHash)
      throw conflict(TAKE_BACK_MESSAGES.notApproved)
    if (!isUnsent(found)) throw conflict(TAKE_BACK_MESSAGES.begun)
    await ctx.db
      .update(approvals)
      .set({ state: 'in_review', contentHash: null, signedHashes: [], waitsAgain: true })
      .where(eq(approvals.postId, postId))
    const approved = found.deliveries.filter(each => each.state === 'scheduled' || awaitsApproval(each))
    await takeOffSchedule(ctx, approved, 'in_review')
    await recordDecision(ctx, found, 'post.taken_back', reviewer)
    await broadcastPost(ctx, postId)
    await notifyOfDecision(ctx, found, { outcome: 'takenBack', others: 0, reviewer })
  })
}

const deliveriesToSendBack = ({ deliveries: all }: PostUnderReview) => all.filter(isWaitingOrScheduled)

/** Returns true for a delivery that waits for approval or for its time. */
const isWaitingOrScheduled = (delivery: LoadedDelivery) =>
  !delivery.mayBePublished && (awaitsApproval(delivery) || delivery.state === 'scheduled')

async function sendBack(
  ctx: Inside<OwnerContext>,
  found: PostUnderReview,
  { comment, reviewer }: { comment: string; reviewer: Reviewer | undefined },
) {
  const { post, contents, approval } = found
  await takeOffSchedule(ctx, deliveriesToSendBack(found), 'changes_requested')
  await saveApproval(ctx, post, {
    state: 'changes_requested',
    exempt: false,
    contentHash: null,
    signedHashes: [],
    decidedOn: contents,
    unmailedSince: ctx.now(),
    heldByLinkId: reviewer?.link.id ?? approval?.heldByLinkId ?? null,
    ...decisionColumns(ctx, reviewer),
  })
  if (comment) await insertComment(ctx, { postId: post.id, message: comment, internal: false, reviewer })
  await recordDecision(ctx, found, 'post.sent_back', reviewer)
  await broadcastPost(ctx, post.id)
}

/** Saves that the loaded content may go out, because it is approved or exempt from approval. */
export const saveAsApproved = (
  ctx: Inside<OwnerContext>,
  { post, contents, hash, deliveries: all }: PostUnderReview,
  { reviewer, exempt = false }: { reviewer?: Reviewer | undefined; exempt?: boolean },
) =>
  saveApproval(ctx, post, {
    state: 'approved',
    exempt,
    contentHash: hash,
    signedHashes: signedHashes(contents),
    decidedOn: contents,
    ...(reviewer && all.some(awaitsApproval) && { heldByLinkId: reviewer.link.id }),
    ...decisionColumns(ctx, reviewer),
  })

const decisionColumns = ({ userId, now }: Inside<OwnerContext>, reviewer: Reviewer | undefined) => ({
  via: reviewer ? ('link' as const) : ('session' as const),
  decidedById: reviewer ? null : userId,
  decidedBy: reviewer?.name ?? '',
  decidedAt: now(),
})

type ApprovalValues = Partial<typeof approvals.$inferInsert> & Pick<typeof approvals.$inferInsert, 'state'>

/** Saves an approval. With `heldByLinkId`, the post waits for approval again after each change, even once the link is deleted. */
async function saveApproval(
  { db, now }: Inside<OwnerContext>,
  { id, domainId }: PostUnderReview['post'],
  { heldByLinkId = null, ...others }: ApprovalValues,
): Promise<void> {
  const values = { ...others, heldByLinkId, waitsAgain: heldByLinkId !== null }
  await db
    .insert(approvals)
    .values({ postId: id, domainId, submittedAt: now(), signedHashes: [], ...values })
    .onConflictDoUpdate({ target: approvals.postId, set: values })
}

async function takeOffSchedule(
  { db, now }: Inside<OwnerContext>,
  rows: readonly LoadedDelivery[],
  state: DeliveryState,
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await db
    .update(deliveries)
    .set({ state, wakeAt: null, reason: '', reasonCode: '', updatedAt: now() })
    .where(inArray(deliveries.id, ids))
}

/** Records a decision. If the browser has the session of the link's creator, who may have decided, the record names them too. */
const recordDecision = (
  ctx: Inside<OwnerContext>,
  { post: { id, domainId } }: PostUnderReview,
  act: 'post.approved' | 'post.taken_back' | 'post.sent_back',
  reviewer: Reviewer | undefined,
) =>
  recordActivity(ctx, {
    domainId,
    act,
    postId: id,
    byLink: reviewer && { name: reviewer.name },
    ...(reviewer?.isInMakersBrowser && {
      personId: reviewer.link.userId,
      details: { isInMakersBrowser: true },
    }),
  })

const broadcastPost = async (ctx: Inside<OwnerContext>, postId: string) =>
  broadcastDeliveries(ctx, await ctx.db.select().from(deliveries).where(eq(deliveries.postId, postId)))
