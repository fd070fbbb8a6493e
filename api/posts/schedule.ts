import { and, eq, gt, inArray } from 'drizzle-orm'

import { recordActivity } from '#api/businesses/activity/record.ts'
import type { Inside, OwnerContext, UserContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { type DeliveryRow, deliveries, deliverySteps, posts } from '#api/db/schema/posts/posts.ts'
import { holdForAnotherAccount, isMeantForAnotherAccount } from '#api/deliveries/account-mismatch.ts'
import { endHold, sendToReview, withdrawApproval } from '#api/deliveries/approval/request.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { mayBePublished } from '#api/deliveries/may-be-published.ts'
import { reasons } from '#api/deliveries/reasons.ts'
import { holdForDeletion } from '#api/deliveries/user-holds.ts'
import type { ActivityAct } from '#shared/activity.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import { wasReviewed } from '#shared/posts/approvals.ts'
import { awaitsApproval } from '#shared/posts/changes.ts'
import { type DeliveryState, NEVER_CONFIRMED, type OnConnected, REVIEW_STATES } from '#shared/posts/posts.ts'
import { requireNotEndedAfterMove, requireNotEnded } from './post/input.ts'
import type { LoadedDelivery, LoadedPost } from './post/load.ts'

/** States of the deliveries that go to review when a post is sent for approval. */
export const SUBMITTABLE_STATES: readonly DeliveryState[] = ['scheduled', ...REVIEW_STATES]

type Plan = Partial<OnConnected> & {
  act: ActivityAct
  chosen: LoadedDelivery[]
  at: Date
  /** True if deliveries of an account in a cool-down go out at its end, instead of becoming late during it. */
  outlastsCoolDowns?: boolean
  /** The only delivery that gets the time. The post then keeps its own time. */
  deliveryId?: string | undefined
  /** Further values of the post to change. */
  values?: Partial<Pick<LoadedPost['post'], 'timeZone' | 'labels' | 'changedAlone'>>
}

/**
 * Gives deliveries of a post a time: they are scheduled, or wait for approval; those that wait for a sign-in keep waiting. The
 * post gets a new version, and `finishChange` applies the other rules. Deletes the recorded call of a delivery that we couldn't
 * confirm, because an author who reschedules it says that it isn't public.
 * @throws {DomainError} `invalid` for an event or offer that has ended by then, with the field `extras` for a post that has to be
 *   edited first
 */
export async function schedule(ctx: Inside<UserContext>, before: LoadedPost, plan: Plan): Promise<void> {
  const { db, now } = ctx
  const { act, chosen, at, deliveryId, values, onConnectedAccount = false } = plan
  const movedAccount = onConnectedAccount ? chosen.filter(isMeantForAnotherAccount) : []
  const timeZone = values?.timeZone ?? before.post.timeZone
  if (act === 'post.edited') requireNotEnded(chosen, at, timeZone)
  else requireNotEndedAfterMove(chosen, { at, now: now(), timeZone })
  const needsApproval = !isAllowed(before.role, 'publish')
  // A time chosen by an author needs an approval of its own, and the approval was for the previous account.
  const losesApproval = (act === 'post.moved' && needsApproval) || movedAccount.length > 0
  const loaded = losesApproval ? await withdrawIfApproved(ctx, before) : before

  await db
    .delete(deliverySteps)
    .where(inArray(deliverySteps.deliveryId, idsOf(chosen.filter(isNeverConfirmed))))
  await db
    .update(deliveries)
    .set({ ...scheduledValues(loaded, at), updatedAt: now() })
    .where(inArray(deliveries.id, idsOf(chosen)))
  await holdAgain(ctx, chosen.filter(waitsForSignIn))
  for (const { id, account } of movedAccount)
    await db
      .update(deliveries)
      .set({ meantFor: account?.providerId, meantForName: account?.name })
      .where(eq(deliveries.id, id))
  await updatePost(ctx, loaded, { ...values, ...(!deliveryId && { publishAt: at }) })
  await recordChange(ctx, loaded, plan)
  await finishChange(ctx, [loaded.post], {
    submits: needsApproval ? SUBMITTABLE_STATES : REVIEW_STATES,
    ...(plan.outlastsCoolDowns && { beforeBroadcast: () => outlastCoolDowns(ctx, before.post, plan) }),
  })
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

/**
 * True for a delivery that was held when its account was signed out or disconnected, and would be held again. One that may be
 * public is reconciled instead.
 */
const waitsForSignIn = ({ state, reasonCode, account, mayBePublished: mayBePublic }: LoadedDelivery) =>
  state === 'held' &&
  !mayBePublic &&
  (reasonCode === 'needs_reconnect' || reasonCode === 'disconnected') &&
  account?.status !== 'connected'

/** Holds deliveries again that were just scheduled, for the reason of which their author was notified. */
async function holdAgain({ db }: Inside<UserContext>, held: LoadedDelivery[]) {
  for (const { id, reason, reasonCode } of held)
    await db
      .update(deliveries)
      .set({ state: 'held', wakeAt: null, reason, reasonCode })
      .where(and(eq(deliveries.id, id), eq(deliveries.state, 'scheduled')))
}

const isNeverConfirmed = ({ state, reasonCode }: LoadedDelivery) =>
  state === 'failed' && reasonCode === NEVER_CONFIRMED

/**
 * Returns the column values of a delivery with this time. An author's post waits for approval, and so does one that was sent for
 * approval, even if its business no longer requires that.
 */
function scheduledValues({ role, approval, deliveries: all }: LoadedPost, publishAt: Date) {
  const isApproved = approval?.state === 'approved'
  const waits = !isAllowed(role, 'publish') || (!isApproved && all.some(awaitsApproval))
  const wasSentBack = approval?.state === 'changes_requested'
  return {
    state: !waits ? 'scheduled' : wasSentBack ? 'changes_requested' : 'in_review',
    publishAt,
    wakeAt: waits ? null : publishAt,
    failures: 0,
    reason: '',
    reasonCode: '',
  } as const
}

/**
 * Moves scheduled deliveries to the end of their account's cool-down: they go out then, and count as late only after it. Those
 * that may be public are reconciled first.
 * @throws {DomainError} `invalid` for an event or offer that has ended by then
 */
async function outlastCoolDowns(
  { db, now }: Inside<UserContext>,
  { id: postId, timeZone }: LoadedPost['post'],
  { chosen, deliveryId }: Plan,
) {
  const { id, network, extras } = deliveries
  const waiting = await db
    .select({ id, network, extras, mayBePublished, at: accounts.coolDownUntil })
    .from(deliveries)
    .innerJoin(accounts, eq(accounts.id, deliveries.accountId))
    .where(
      and(inArray(id, idsOf(chosen)), eq(deliveries.state, 'scheduled'), gt(accounts.coolDownUntil, now())),
    )
  for (const delivery of waiting) {
    const at = delivery.at ?? now()
    requireNotEndedAfterMove([delivery], { at, now: now(), timeZone })
    await db
      .update(deliveries)
      .set({
        publishAt: at,
        ...(!delivery.mayBePublished && { wakeAt: at, ...reasons.afterCoolDown(delivery.network) }),
      })
      .where(eq(id, delivery.id))
  }
  if (deliveryId || waiting.length < chosen.length) return
  const publishAt = new Date(Math.min(...waiting.map(({ at }) => +(at ?? now()))))
  await db.update(posts).set({ publishAt }).where(eq(posts.id, postId))
}

/** Withdraws the approval of a post whose approved content changes. Returns the post without it. */
export async function withdrawIfApproved(ctx: Inside<UserContext>, loaded: LoadedPost): Promise<LoadedPost> {
  const { approval, post } = loaded
  if (approval?.state !== 'approved') return loaded
  await withdrawApproval(ctx, post.id)
  return { ...loaded, approval: { ...approval, state: 'in_review' } }
}

/** Saves values of a post, which gets a new version. */
export async function updatePost(
  ctx: Inside<UserContext>,
  { post, role, approval }: LoadedPost,
  values: Partial<typeof posts.$inferInsert> = {},
): Promise<void> {
  await ctx.db
    .update(posts)
    .set({ ...values, version: post.version + 1 })
    .where(eq(posts.id, post.id))
  if (approval?.heldByLinkId && !isAllowed(role, 'publish')) await endHold(ctx, post.id)
}

/**
 * Records a change of a post, or of its delivery to one network. The record of a move has the old and the new time, and whether
 * the post stays approved.
 */
export async function recordChange(
  ctx: Inside<UserContext>,
  { post, approval, deliveries: all }: LoadedPost,
  { act, at, deliveryId }: Pick<Plan, 'act' | 'deliveryId'> & { at?: Date },
): Promise<void> {
  const staysApproved = wasReviewed(approval)
  const times = act === 'post.moved' && {
    from: post.publishAt.toISOString(),
    to: at?.toISOString(),
    staysApproved: staysApproved || null,
  }
  const network = all.find(({ id }) => id === deliveryId)?.network ?? null
  const details = { ...times, network }
  await recordActivity(ctx, { domainId: post.domainId, act, postId: post.id, details })
}

/**
 * Applies the rules for scheduled deliveries after a change of their posts. Holds those for another account and those of a leaving
 * author, and sends unapproved ones to review. Then notifies open dashboards and the engine.
 * @param options.submits see `sendToReview`
 * @param options.beforeBroadcast changes the deliveries that are still scheduled
 * @returns the deliveries that changed
 */
export async function finishChange(
  ctx: Inside<OwnerContext>,
  changedPosts: Pick<LoadedPost['post'], 'id' | 'userId'>[],
  {
    beforeBroadcast,
    ...options
  }: { submits?: readonly DeliveryState[]; beforeBroadcast?: () => Promise<void> } = {},
): Promise<DeliveryRow[]> {
  const ofPosts = inArray(deliveries.postId, idsOf(changedPosts))
  await holdForAnotherAccount(ctx, ofPosts)
  for (const userId of new Set(changedPosts.map(post => post.userId)))
    await holdForDeletion(ctx, userId, ofPosts)
  await sendToReview(ctx, ofPosts, options)
  await beforeBroadcast?.()
  const isChanged = and(ofPosts, eq(deliveries.updatedAt, ctx.now()))
  const changed = await ctx.db.select().from(deliveries).where(isChanged)
  await broadcastDeliveries(ctx, changed)
  ctx.wake('publish')
  return changed
}
