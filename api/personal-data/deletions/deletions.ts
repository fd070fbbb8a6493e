import { eq, lte } from 'drizzle-orm'

import { revokeLoginsOf } from '#api/accounts/disconnect.ts'
import {
  confirmIdentity,
  scheduleDeletion,
  unscheduleDeletion,
  deletePerson,
  startDueDeletions,
  usersToDelete,
} from '#api/auth/account-deletion.ts'
import { removeInvitedEmail } from '#api/businesses/activity/record.ts'
import type { Inside, UserContext, Context } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { users, type User } from '#api/db/schema/people/auth.ts'
import { accountDeletions } from '#api/db/schema/people/personal-data.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { holdForAnotherAccount } from '#api/deliveries/account-mismatch.ts'
import { sendToReview } from '#api/deliveries/approval/request.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { holdDeliveriesOfUser, releaseDeliveriesOfUser, deletePostsOf } from '#api/deliveries/user-holds.ts'
import { limit, LIMITS, refundLimit, forgetLimits } from '#api/http/limits/limits.ts'
import { deletionCanceledMail, deletionRequestedMail, deletionDoneMail } from '#api/mail/templates.ts'
import { deleteUnusedMedia, markMediaForRemoval } from '#api/media/media.ts'
import { removeMediaFilesOf } from '#api/media/of-person.ts'
import { deleteLiveEventsOf } from '#api/outbox/live-events.ts'
import { queueMail, deleteMailOf } from '#api/outbox/mail.ts'
import { removePicturesOf } from '#api/settings/profile.ts'
import { forgetRequestsOf } from '#api/visitors/requests/inbox.ts'
import { DELETION_DAYS, type RequestDeletion } from '#shared/auth/account-deletion.ts'
import { DAY_MS } from '#shared/durations.ts'
import { requireNotLastOwner, staysWithout, transferContent } from './transfer-content.ts'

/**
 * Schedules the deletion of all of a user's data, and holds their scheduled deliveries. A repeated request keeps the day.
 * @returns the day of the deletion
 * @throws {DomainError} `invalid` without the user's confirmation; `conflict` for the last owner of a business with other
 *   members, and for the last administrator
 */
export async function requestDeletion(ctx: UserContext, confirmation: RequestDeletion): Promise<Date> {
  const counted = { ...LIMITS.requestDeletion, key: ctx.userId }
  await limit(ctx, counted)
  await confirmIdentity(ctx, confirmation)
  await refundLimit(ctx, counted)
  return write(ctx, async ctx => {
    const { now, userId, config } = ctx
    const user = await readSelf(ctx)
    if (user.deletionAt) return user.deletionAt
    await requireNotLastOwner(ctx)
    const deletionAt = new Date(now().getTime() + DELETION_DAYS * DAY_MS)
    await scheduleDeletion(ctx, user, deletionAt)
    await broadcastDeliveries(ctx, await holdDeliveriesOfUser(ctx, userId))
    const { email, fullname } = user
    const mail = deletionRequestedMail({ to: email, fullname, siteUrl: config.siteUrl, deletionAt })
    await queueMail(ctx, { userId, mail })
    ctx.log.info('account deletion requested')
    return deletionAt
  })
}

/**
 * Cancels the deletion and schedules the held deliveries again.
 * @throws {DomainError} `conflict` if the deletion has started
 */
export const cancelDeletion = (ctx: UserContext): Promise<void> =>
  write(ctx, async ctx => {
    const { userId, config } = ctx
    const user = await readSelf(ctx)
    if (!user.deletionAt) return
    await unscheduleDeletion(ctx, user)
    const released = await releaseDeliveriesOfUser(ctx, userId)
    const held = await holdForAnotherAccount(ctx, eq(deliveries.userId, userId))
    const inReview = await sendToReview(ctx, eq(deliveries.userId, userId))
    await broadcastDeliveries(ctx, [...released, ...held, ...inReview])
    const mail = deletionCanceledMail({ to: user.email, fullname: user.fullname, siteUrl: config.siteUrl })
    await queueMail(ctx, { userId, mail })
    ctx.log.info('account deletion cancelled')
    ctx.wake('publish')
  })

const readSelf = async ({ db, userId }: Inside<UserContext>) =>
  onlyRow(await db.select().from(users).where(eq(users.id, userId)))

/** Exceeds the duration of any request that was admitted before the sessions ended. */
const MAX_REQUEST_MS = 10 * 60_000
/** Time to retry revoking tokens at an unreachable network before deleting the rest without it. */
const REVOKE_FOR_MS = DAY_MS
const RETENTION_MS = 365 * DAY_MS

/**
 * Deletes all data of users whose deletion is due. Every step is idempotent, so that the next run completes the work of
 * killed or concurrent processes.
 */
export async function carryOutDeletions(ctx: Context): Promise<void> {
  await startDueDeletions(ctx)
  for (const { id } of await usersToDelete(ctx, ctx.now())) await holdDeliveriesOfUser(ctx, id)
  for (const user of await usersToDelete(ctx, new Date(ctx.now().getTime() - MAX_REQUEST_MS))) {
    try {
      await removeAll(ctx, user)
    } catch (error) {
      ctx.log.error({ err: error }, 'account deletion not finished')
    }
  }
}

async function removeAll(ctx: Context, user: User): Promise<void> {
  const isRevoked = await revokeLoginsOf(ctx, user.id, staysWithout(user.id))
  const waited = +ctx.now() - +(user.deletionStartedAt ?? ctx.now())
  if (!isRevoked && waited < REVOKE_FOR_MS) return
  await transferContent(ctx, user.id)
  // Deletes files before the rows that refer to them.
  await removeMediaFilesOf(ctx, user.id)
  await removePicturesOf(ctx, user.id)
  await deletePostsOf(ctx, user.id)
  await removeRows(ctx, user)
  await deleteUnusedMedia(ctx, { isMarked: true })
  ctx.log.info('account deleted')
}

/** Deletes the user's row, with its dependent rows by cascade, and stores an anonymous record. Does nothing the second time. */
const removeRows = (ctx: Context, user: User): Promise<void> =>
  write(ctx, async ctx => {
    const { db, now, config } = ctx
    const { id, email, fullname, deletionRequestedAt } = user
    if ((await db.$count(users, eq(users.id, id))) === 0) return
    await deleteMailOf(ctx, id)
    await deleteLiveEventsOf(ctx, id)
    await forgetLimits(ctx, [id, email])
    await forgetRequestsOf(ctx, user)
    await removeInvitedEmail(ctx, user)
    const owned = await db.select({ id: domains.id }).from(domains).where(eq(domains.userId, id))
    const domainIds = owned.map(business => business.id)
    await markMediaForRemoval(ctx, domainIds)
    await deletePerson(ctx, user)
    await db
      .insert(accountDeletions)
      .values({ id: crypto.randomUUID(), requestedAt: deletionRequestedAt ?? now(), finishedAt: now() })
    await queueMail(ctx, { mail: deletionDoneMail({ to: email, fullname, siteUrl: config.siteUrl }) })
  })

/** Deletes records of deletions after a year. */
export async function sweepDeletionRecords({ db, now }: Context): Promise<void> {
  await db
    .delete(accountDeletions)
    .where(lte(accountDeletions.finishedAt, new Date(now().getTime() - RETENTION_MS)))
}
