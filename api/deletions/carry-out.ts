import { eq, lte, sql } from 'drizzle-orm'

import { revokeLoginsOf } from '#api/accounts/tokens/revocations.ts'
import { isHere, peopleLeaving, removePerson, startDueDeletions } from '#api/auth/leaving.ts'
import type { Context } from '#api/context.ts'
import { type User, users } from '#api/db/schema/auth.ts'
import { accountDeletions } from '#api/db/schema/deletions.ts'
import { holdDeliveriesOfUser, removePostsOf } from '#api/deliveries/user-holds.ts'
import { forgetLimits } from '#api/http/limits/limits.ts'
import { forgetLiveEvents } from '#api/live/live.ts'
import { deletionDoneMail } from '#api/mail/deletion-mails.ts'
import { removeMediaFilesOf } from '#api/media/remove-of.ts'
import { forgetMailOf, mailInsert } from '#api/outbox/outbox.ts'
import { removePicturesOf } from '#api/profile/picture.ts'
import { forgetRequestsOf } from '#api/requests/inbox.ts'

/** No request that was let in before the sessions ended is still going after this. */
const SETTLE_MS = 10 * 60_000
/** How long a network that can't be reached is asked to take its tokens back, before the rest goes without it. */
const REVOKE_FOR_MS = 24 * 60 * 60_000
const KEPT_MS = 365 * 24 * 60 * 60_000

/**
 * Deletes everything of those whose day has come. Each step can be done again: a process that is killed at any moment, or
 * two that run at once, leave to the next run what is left to do.
 */
export async function carryOutDeletions(ctx: Context): Promise<void> {
  await startDueDeletions(ctx)
  for (const { id } of await peopleLeaving(ctx, ctx.now())) await holdDeliveriesOfUser(ctx, id, sql`true`)
  for (const user of await peopleLeaving(ctx, new Date(ctx.now().getTime() - SETTLE_MS))) {
    try {
      await removeAll(ctx, user)
    } catch (error) {
      ctx.log.error({ err: error }, 'account deletion not finished')
    }
  }
}

async function removeAll(ctx: Context, user: User): Promise<void> {
  const isRevoked = await revokeLoginsOf(ctx, user.id)
  const waited = ctx.now().getTime() - user.deletionStartedAt!.getTime()
  if (!isRevoked && waited < REVOKE_FOR_MS) return
  // Files go while rows still name them.
  await removeMediaFilesOf(ctx, user.id)
  await removePicturesOf(ctx, user.id)
  await removePostsOf(ctx, user.id)
  await removeRows(ctx, user)
  ctx.log.info('account deleted')
  ctx.wake()
}

/** What hangs on the person's row goes with it; the record that stays says of nobody whose it was. */
async function removeRows(ctx: Context, user: User): Promise<void> {
  const { db, now, config } = ctx
  const { id, email, fullname, deletionRequestedAt } = user
  const [withoutSignups, withoutPerson] = removePerson(ctx, user)
  await db.batch([
    mailInsert(ctx, {
      mail: deletionDoneMail({ to: email, fullname, siteUrl: config.siteUrl }),
      when: isHere(ctx, id),
    }),
    db.insert(accountDeletions).select(
      db
        .select({
          id: sql`${crypto.randomUUID()}`.as('id'),
          requestedAt: sql`${+(deletionRequestedAt ?? now())}`.as('requested_at'),
          finishedAt: sql`${+now()}`.as('finished_at'),
        })
        .from(users)
        .where(eq(users.id, id)),
    ),
    forgetMailOf(ctx, id),
    forgetLiveEvents(ctx, id),
    forgetLimits(ctx, [id, email]),
    forgetRequestsOf(ctx, user),
    withoutSignups,
    withoutPerson,
  ])
}

/** That somebody left is remembered for a year. */
export async function sweepDeletionRecords({ db, now }: Context): Promise<void> {
  await db
    .delete(accountDeletions)
    .where(lte(accountDeletions.finishedAt, new Date(now().getTime() - KEPT_MS)))
}
