import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm'

import { awaitsApproval, requiresApproval } from '#api/approvals/conditions.ts'
import { signedHashes } from '#api/approvals/content-hash.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import { withStoppedClock, type OwnerContext } from '#api/context.ts'
import { allOf } from '#api/db/conditions.ts'
import { insertMany } from '#api/db/insert-many.ts'
import { approvals, postComments } from '#api/db/schema/posts/approvals.ts'
import { deliveries, PUBLISH_STEP } from '#api/db/schema/posts/posts.ts'
import { holdForAnotherAccount } from '#api/deliveries/account-mismatch.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { reasons } from '#api/deliveries/reasons.ts'
import { holdForDeletion } from '#api/deliveries/user-holds.ts'
import { DomainError } from '#api/errors.ts'
import { moveToApprovalTime } from '#api/posts/follow-time.ts'
import { APPROVAL_MESSAGES } from '#shared/posts/approvals.ts'
import { CHANGEABLE_STATES, type DeliveryState } from '#shared/posts/posts.ts'
import type { Actor } from './actor.ts'
import { decisionNotices } from './notices.ts'
import { fingerprint, type PostUnderReview, readContent } from './read-content.ts'

const conflict = (message: string) => new DomainError('conflict', message)
const changeable: readonly DeliveryState[] = CHANGEABLE_STATES

const decided = ({ via, userId, name = '' }: Actor, at: Date) => ({
  via,
  decidedById: userId ?? null,
  decidedBy: userId ? '' : name,
  decidedAt: at,
})

/** Returns who decided, for the activity. It also names the maker of a link that is used in the maker's own browser. */
const decidedBy = (by: Actor) => ({
  by,
  ...(by.makerId && { personId: by.makerId, details: { isInMakersBrowser: true } }),
})

/**
 * Approves exactly the content with this hash, and schedules it. Approving the same content twice changes nothing.
 * @throws {DomainError} `conflict` if the content has changed, or publishing has begun; `not_found`
 */
export async function approvePost(
  runningCtx: OwnerContext,
  postId: string,
  contentHash: string,
  by: Actor,
): Promise<void> {
  const ctx = withStoppedClock(runningCtx)
  const found = await readContent(ctx, postId)
  if (isApprovedAs(found, contentHash)) return
  if (found.hash !== contentHash) throw conflict(APPROVAL_MESSAGES.changed)
  if (!found.states.some(state => changeable.includes(state))) throw conflict(APPROVAL_MESSAGES.begun)
  const { whenApproved = false } = found.approval ?? {}
  const isPast = found.contents.every(({ publishAt }) => (publishAt ?? 0) <= +ctx.now())
  const outcome = isPast && !whenApproved ? 'approvedLate' : 'approved'
  const isThis = sql`exists (select 1 from approvals where post_id = ${postId} and state = 'approved'
    and content_hash = ${contentHash} and decided_at = ${+ctx.now()})`
  const own = eq(deliveries.postId, postId)
  const [approved, , scheduled, , otherAccount, leaving] = await ctx.db.batch([
    approvalInsert(ctx, found, by),
    recordActivity(ctx, { domainId: found.post.domainId, act: 'post.approved', postId, ...decidedBy(by) }),
    ctx.db
      .update(deliveries)
      .set(scheduledFrom(ctx.now(), whenApproved))
      .where(and(own, awaitsApproval, isThis))
      .returning(),
    moveToApprovalTime(ctx, postId, allOf(isThis, sql`${whenApproved}`)),
    holdForAnotherAccount(ctx, own),
    holdForDeletion(ctx, found.post.userId, own),
    ...(await decisionNotices(ctx, found, by, { outcome, when: isThis })),
  ])
  if (approved.length === 0 && !isApprovedAs(await readContent(ctx, postId), contentHash))
    throw conflict(APPROVAL_MESSAGES.changed)
  await broadcastDeliveries(ctx, [...scheduled, ...otherAccount, ...leaving])
  ctx.wake('publish', 'send-mail')
}

const isApprovedAs = ({ approval }: PostUnderReview, contentHash: string) =>
  approval?.state === 'approved' && !approval.exempt && approval.contentHash === contentHash

/**
 * Records the approval of the content that was read, unless it has changed or is already approved. Returns the unexecuted
 * statement.
 * @param options.exempt true to record that it goes out without a review, which leaves an approval as it is
 */
export function approvalInsert(
  ctx: OwnerContext,
  { post, contents, hash, seen }: PostUnderReview,
  by: Actor,
  { exempt = false }: { exempt?: boolean } = {},
) {
  const now = ctx.now()
  const values = {
    state: 'approved' as const,
    exempt,
    contentHash: hash,
    signed: signedHashes(contents),
    decidedOn: contents,
    ...decided(by, now),
  }
  return insertMany(
    ctx.db,
    approvals,
    { postId: post.id, domainId: post.domainId, submittedAt: now, ...values },
    sql`from (select 1) where ${fingerprint(post.id)} = ${seen} and ${by.may}`,
  )
    .onConflictDoUpdate({
      target: approvals.postId,
      set: values,
      setWhere: or(ne(approvals.state, 'approved'), exempt ? undefined : eq(approvals.exempt, true)),
    })
    .returning({ postId: approvals.postId })
}

/** Column values for an approved delivery: scheduled, or held if its time has passed. */
function scheduledFrom(now: Date, whenApproved: boolean) {
  const isAhead = whenApproved ? sql`true` : sql`${deliveries.publishAt} > ${+now}`
  const at = whenApproved ? sql`max(${deliveries.publishAt}, ${+now})` : sql`${deliveries.publishAt}`
  const { reasonCode, reason } = reasons.approvedLate
  return {
    state: sql`iif(${isAhead}, 'scheduled', 'held')`,
    publishAt: at,
    wakeAt: sql`iif(${isAhead}, ${at}, null)`,
    reasonCode: sql`iif(${isAhead}, '', ${reasonCode})`,
    reason: sql`iif(${isAhead}, '', ${reason})`,
    failures: 0,
    updatedAt: now,
  }
}

/**
 * Sends a post back to its author with a comment, unless publishing has begun.
 * @throws {DomainError} `conflict` if publishing has begun, `not_found`
 */
export async function requestChanges(
  runningCtx: OwnerContext,
  postId: string,
  comment: string,
  by: Actor,
): Promise<void> {
  const ctx = withStoppedClock(runningCtx)
  const now = ctx.now()
  const found = await readContent(ctx, postId)
  const { post, contents } = found
  const isSentBack = sql`exists (select 1 from deliveries where post_id = ${postId}
    and state = 'changes_requested' and updated_at = ${+now})`
  const values = {
    state: 'changes_requested' as const,
    exempt: false,
    contentHash: null,
    signed: [],
    decidedOn: contents,
    sentBackAt: now,
    ...decided(by, now),
  }
  const [sentBack] = await ctx.db.batch([
    ctx.db
      .update(deliveries)
      .set({ state: 'changes_requested', wakeAt: null, reason: '', reasonCode: '', updatedAt: now })
      .where(
        and(
          eq(deliveries.postId, postId),
          by.may,
          or(awaitsApproval, and(eq(deliveries.state, 'scheduled'), requiresApproval)),
          sql`not exists (select 1 from delivery_steps where delivery_id = deliveries.id and name = ${PUBLISH_STEP})`,
        ),
      )
      .returning(),
    recordActivity(ctx, { domainId: post.domainId, act: 'post.sent_back', postId, ...decidedBy(by) }),
    insertMany(
      ctx.db,
      approvals,
      { postId, domainId: post.domainId, submittedAt: now, ...values },
      sql`from (select 1) where ${isSentBack}`,
    ).onConflictDoUpdate({ target: approvals.postId, set: values }),
    commentInsert(ctx, { postId, message: comment, internal: false, by }, isSentBack),
    ...(await decisionNotices(ctx, found, by, { outcome: 'changesRequested', comment, when: isSentBack })),
  ])
  if (sentBack.length === 0) {
    await readContent(ctx, postId)
    throw conflict(APPROVAL_MESSAGES.begun)
  }
  await broadcastDeliveries(ctx, sentBack)
}

type Commented = { id?: string; postId: string; message: string; internal: boolean; by: Actor }

/** Returns the unexecuted insert of a comment, if `when` holds. It returns the comment's id. */
export const commentInsert = (
  { db, now }: OwnerContext,
  { id = Bun.randomUUIDv7(), postId, message, internal, by }: Commented,
  when: SQL,
) =>
  insertMany(
    db,
    postComments,
    {
      id,
      postId,
      userId: by.userId ?? null,
      name: by.userId ? '' : (by.name ?? ''),
      via: by.via,
      internal,
      message,
      createdAt: now(),
    },
    sql`from (select 1) where ${when}`,
  ).returning({ id: postComments.id })
