import { and, eq, isNull, sql } from 'drizzle-orm'

import { requestApproval } from '#api/approvals/withdraw.ts'
import {
  confirmIdentity,
  isDeletionScheduled,
  scheduleDeletion,
  unscheduleDeletion,
} from '#api/auth/account-deletion.ts'
import type { UserContext } from '#api/context.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import {
  holdDeliveriesOfUser,
  holdForAnotherOfUser,
  releaseDeliveriesOfUser,
} from '#api/deliveries/user-holds.ts'
import { DomainError } from '#api/errors.ts'
import { limit, LIMITS, uncount } from '#api/http/limits/limits.ts'
import { deletionCanceledMail, deletionRequestedMail } from '#api/mail/deletion-mails.ts'
import { mailInsert } from '#api/outbox/mail.ts'
import { DELETION_DAYS, DELETION_MESSAGES, type RequestDeletion } from '#shared/auth/account-deletion.ts'
import { requireHeirs } from './transfer-content.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Schedules the deletion of all of a user's data, and holds their scheduled deliveries. A repeated request keeps the day.
 * @returns the day of the deletion
 * @throws {DomainError} `invalid` without the user's confirmation, `conflict` for the last administrator
 */
export async function requestDeletion(ctx: UserContext, confirmation: RequestDeletion): Promise<Date> {
  const { db, now, userId, config } = ctx
  const counted = { ...LIMITS.requestDeletion, key: userId }
  await limit(ctx, counted)
  const { email, fullname, deletionAt: known } = await confirmIdentity(ctx, confirmation)
  await uncount(ctx, counted)
  if (known) return known
  await requireHeirs(ctx)

  const deletionAt = new Date(now().getTime() + DELETION_DAYS * DAY_MS)
  const mail = deletionRequestedMail({ to: email, fullname, siteUrl: config.siteUrl, deletionAt })
  const [set, , held] = await db.batch([
    scheduleDeletion(ctx, userId, deletionAt),
    mailInsert(ctx, { userId, mail, when: sql`changes() > 0` }),
    holdDeliveriesOfUser(ctx, userId, isDeletionScheduled(ctx, userId, true)),
  ])
  if (set.length === 0) {
    const [user] = await db.select({ at: users.deletionAt }).from(users).where(eq(users.id, userId))
    if (user?.at) return user.at
    throw new DomainError('conflict', DELETION_MESSAGES.lastAdmin)
  }
  await broadcastDeliveries(ctx, held)
  ctx.log.info('account deletion requested')
  ctx.wake('send-mail')
  return deletionAt
}

/**
 * Cancels the deletion and schedules the held deliveries again.
 * @throws {DomainError} `conflict` if the deletion has started
 */
export async function cancelDeletion(ctx: UserContext): Promise<void> {
  const { db, userId, config } = ctx
  const [user] = await db
    .select({ email: users.email, fullname: users.fullname, deletionAt: users.deletionAt })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletionStartedAt)))
  if (!user) throw new DomainError('conflict', 'The deletion has already begun.')
  if (!user.deletionAt) return
  const mail = deletionCanceledMail({ to: user.email, fullname: user.fullname, siteUrl: config.siteUrl })
  const [unset, , released, held, , unapproved] = await db.batch([
    unscheduleDeletion(ctx, userId),
    mailInsert(ctx, { userId, mail, when: sql`changes() > 0` }),
    releaseDeliveriesOfUser(ctx, userId, isDeletionScheduled(ctx, userId, false)),
    holdForAnotherOfUser(ctx, userId),
    ...requestApproval(ctx, eq(deliveries.userId, userId)),
  ])
  if (unset.length === 0) return
  await broadcastDeliveries(ctx, [...released, ...held, ...unapproved])
  ctx.log.info('account deletion canceled')
  ctx.wake('publish', 'send-mail')
}
