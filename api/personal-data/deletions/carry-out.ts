import { eq, lte, sql } from 'drizzle-orm'

import { revokeLoginsOf } from '#api/accounts/tokens/revocations.ts'
import { userExists, usersToDelete, userDeletion, startDueDeletions } from '#api/auth/account-deletion.ts'
import { removeInvitedEmail } from '#api/businesses/activity/record.ts'
import type { Context } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { type User, users } from '#api/db/schema/people/auth.ts'
import { accountDeletions } from '#api/db/schema/people/deletions.ts'
import { holdDeliveriesOfUser, removePostsOf } from '#api/deliveries/user-holds.ts'
import { forgetLimits } from '#api/http/limits/limits.ts'
import { deletionDoneMail } from '#api/mail/deletion-mails.ts'
import { deleteUnusedMedia, mediaRemoval } from '#api/media/media.ts'
import { removeMediaFilesOf } from '#api/media/remove-of.ts'
import { forgetLiveEvents } from '#api/outbox/live-events.ts'
import { forgetMailOf, mailInsert } from '#api/outbox/mail.ts'
import { removePicturesOf } from '#api/profile/picture.ts'
import { forgetRequestsOf } from '#api/requests/inbox.ts'
import { staysWithout, transferContent } from './transfer-content.ts'

/** Exceeds the duration of any request that was admitted before the sessions ended. */
const MAX_REQUEST_MS = 10 * 60_000
/** Time to retry revoking tokens at an unreachable network before deleting the rest without it. */
const REVOKE_FOR_MS = 24 * 60 * 60_000
const RETENTION_MS = 365 * 24 * 60 * 60_000

/**
 * Deletes all data of users whose deletion is due. Every step is idempotent, so that the next run completes the work of
 * killed or concurrent processes.
 */
export async function carryOutDeletions(ctx: Context): Promise<void> {
  await startDueDeletions(ctx)
  for (const { id } of await usersToDelete(ctx, ctx.now())) await holdDeliveriesOfUser(ctx, id, sql`true`)
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
  await removePostsOf(ctx, user.id)
  await removeRows(ctx, user)
  await deleteUnusedMedia(ctx, { isMarked: true })
  ctx.log.info('account deleted')
  ctx.wake('send-mail')
}

/** Deletes the user's row, with its dependent rows by cascade, and stores an anonymous record. */
async function removeRows(ctx: Context, user: User): Promise<void> {
  const { db, now, config } = ctx
  const { id, email, fullname, deletionRequestedAt } = user
  const [withoutSignups, withoutPerson] = userDeletion(ctx, user)
  const ownBusinesses = db.select({ id: domains.id }).from(domains).where(eq(domains.userId, id))
  await db.batch([
    mailInsert(ctx, {
      mail: deletionDoneMail({ to: email, fullname, siteUrl: config.siteUrl }),
      when: userExists(ctx, id),
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
    removeInvitedEmail(ctx, email),
    mediaRemoval(ctx, sql`${ownBusinesses}`),
    withoutSignups,
    withoutPerson,
  ])
}

/** Deletes records of deletions after a year. */
export async function sweepDeletionRecords({ db, now }: Context): Promise<void> {
  await db
    .delete(accountDeletions)
    .where(lte(accountDeletions.finishedAt, new Date(now().getTime() - RETENTION_MS)))
}
