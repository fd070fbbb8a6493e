import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'

import { hasDeletion } from '#api/auth/leaving.ts'
import type { Context, UserContext } from '#api/context.ts'
import { users } from '#api/db/schema/auth.ts'
import { deliveries, posts } from '#api/db/schema/posts.ts'
import { DomainError } from '#api/errors.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { holdForAnotherAccount } from './account-mismatch.ts'
import { mayBePublished } from './may-be-published.ts'
import { reasons } from './reasons.ts'

/** For a caller's batch: holds all that somebody has scheduled, where `when` holds by then. */
export const holdDeliveriesOfUser = ({ db, now }: Context, userId: string, when: SQL) =>
  db
    .update(deliveries)
    .set({ state: 'held', wakeAt: null, updatedAt: now(), ...reasons.leaving })
    .where(and(eq(deliveries.userId, userId), eq(deliveries.state, 'scheduled'), when))
    .returning()

/** For a caller's batch: holds what it has just scheduled of somebody who is about to be deleted. */
export const holdOfLeaving = (ctx: Context, userId: string, which: SQL) =>
  holdDeliveriesOfUser(ctx, userId, and(which, hasDeletion(ctx, userId, true))!)

/**
 * For a caller's batch: lets go of what was held so. What may be out already is looked for; what is late by then is held
 * again, for the author to decide.
 */
export function releaseDeliveriesOfUser({ db, now }: Context, userId: string, when: SQL) {
  const mayBeLive = mayBePublished(sql`deliveries.id`)
  return db
    .update(deliveries)
    .set({
      state: sql`iif(${mayBeLive}, 'unconfirmed', 'scheduled')`,
      wakeAt: sql`iif(${mayBeLive}, ${+now()}, ${deliveries.publishAt})`,
      failures: 0,
      reason: '',
      reasonCode: '',
      updatedAt: now(),
    })
    .where(
      and(
        eq(deliveries.userId, userId),
        eq(deliveries.state, 'held'),
        eq(deliveries.reasonCode, reasons.leaving.reasonCode),
        when,
      ),
    )
    .returning()
}

/** For a caller's batch: holds what it has just scheduled of somebody who connected another account meanwhile. */
export const holdForAnotherOfUser = (ctx: Context, userId: string) =>
  holdForAnotherAccount(ctx, eq(deliveries.userId, userId))

/** Removes all that somebody wrote, in every state. Files of media stay until their media go. */
export async function removePostsOf({ db }: Context, userId: string): Promise<void> {
  await db.delete(posts).where(eq(posts.userId, userId))
}

/** @throws DomainError `conflict` to who is about to be deleted: nothing goes out in their name */
export async function requireStaying({ db, userId }: UserContext): Promise<void> {
  const isLeaving = and(eq(users.id, userId), isNotNull(users.deletionAt))
  if ((await db.$count(users, isLeaving)) > 0) throw new DomainError('conflict', POST_MESSAGES.leaving)
}
