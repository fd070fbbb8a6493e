import { eq } from 'drizzle-orm'

import { confirmIdentity, scheduleDeletion, unscheduleDeletion } from '#api/auth/account-deletion.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { requestApproval } from '#api/deliveries/approval/request.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import {
  holdDeliveriesOfUser,
  holdForAnotherOfUser,
  releaseDeliveriesOfUser,
} from '#api/deliveries/user-holds.ts'
import { limit, LIMITS, uncount } from '#api/http/limits/limits.ts'
import { deletionCanceledMail, deletionRequestedMail } from '#api/mail/templates.ts'
import { mailInsert } from '#api/outbox/mail.ts'
import { DELETION_DAYS, type RequestDeletion } from '#shared/auth/account-deletion.ts'
import { requireHeirs } from './transfer-content.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Schedules the deletion of all of a user's data, and holds their scheduled deliveries. A repeated request keeps the day.
 * @returns the day of the deletion
 * @throws {DomainError} `invalid` without the user's confirmation, `conflict` for the last administrator
 */
export async function requestDeletion(ctx: UserContext, confirmation: RequestDeletion): Promise<Date> {
  const counted = { ...LIMITS.requestDeletion, key: ctx.userId }
  await limit(ctx, counted)
  await confirmIdentity(ctx, confirmation)
  await uncount(ctx, counted)
  return write(ctx, async ctx => {
    const { now, userId, config } = ctx
    const user = await readSelf(ctx)
    if (user.deletionAt) return user.deletionAt
    await requireHeirs(ctx)
    const deletionAt = new Date(now().getTime() + DELETION_DAYS * DAY_MS)
    await scheduleDeletion(ctx, user, deletionAt)
    await broadcastDeliveries(ctx, await holdDeliveriesOfUser(ctx, userId))
    const { email, fullname } = user
    const mail = deletionRequestedMail({ to: email, fullname, siteUrl: config.siteUrl, deletionAt })
    await mailInsert(ctx, { userId, mail })
    ctx.log.info('account deletion requested')
    ctx.wake('send-mail')
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
    const held = await holdForAnotherOfUser(ctx, userId)
    const [record, review] = requestApproval(ctx, eq(deliveries.userId, userId))
    await record
    await broadcastDeliveries(ctx, [...released, ...held, ...(await review)])
    const mail = deletionCanceledMail({ to: user.email, fullname: user.fullname, siteUrl: config.siteUrl })
    await mailInsert(ctx, { userId, mail })
    ctx.log.info('account deletion canceled')
    ctx.wake('publish', 'send-mail')
  })

const readSelf = async ({ db, userId }: Inside<UserContext>) =>
  onlyRow(await db.select().from(users).where(eq(users.id, userId)))
