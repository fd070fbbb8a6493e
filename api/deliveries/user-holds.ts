import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'

import type { Context, Inside, UserContext } from '#api/context.ts'
import { allOf } from '#api/db/conditions.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { type DeliveryRow, deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { mayBePublished } from './may-be-published.ts'
import { reasons } from './reasons.ts'

/** SQL condition: the user is the business's only member, so that it is deleted with them. */
const isOnlyMember = (userId: string) =>
  sql`not exists (select 1 from ${members} where domain_id = ${deliveries.domainId} and user_id <> ${userId}
    and visits_until is null)`

/** Sets a user's scheduled deliveries in businesses without other members to `held` where `when` is true. */
export const holdDeliveriesOfUser = async ({ db, now }: Inside<Context>, userId: string, when?: SQL) =>
  db
    .update(deliveries)
    .set({ state: 'held', wakeAt: null, updatedAt: now(), ...reasons.leaving })
    .where(and(eq(deliveries.userId, userId), eq(deliveries.state, 'scheduled'), isOnlyMember(userId), when))
    .returning()

/** Holds these deliveries if the deletion of their user's account is scheduled. */
export const holdForDeletion = async (ctx: Inside<Context>, userId: string, condition: SQL) =>
  (await isLeaving(ctx, userId)) ? holdDeliveriesOfUser(ctx, userId, condition) : []

const isLeaving = async ({ db }: Inside<Context>, userId: string) =>
  (await db.$count(users, and(eq(users.id, userId), isNotNull(users.deletionAt)))) > 0

/** Releases deliveries that were held for a deletion. Those that have missed their time are held again until the author decides. */
export function releaseDeliveriesOfUser(ctx: Inside<Context>, userId: string): Promise<DeliveryRow[]> {
  const isHeld = allOf(
    eq(deliveries.userId, userId),
    eq(deliveries.state, 'held'),
    eq(deliveries.reasonCode, reasons.leaving.reasonCode),
  )
  return releaseDeliveries(ctx, isHeld)
}

/** Schedules these held deliveries again, and returns them. Those that may be public are reconciled first. */
export async function releaseDeliveries({ db, now }: Inside<Context>, isHeld: SQL): Promise<DeliveryRow[]> {
  const released = { failures: 0, reason: '', reasonCode: '', updatedAt: now() }
  const unconfirmed = await db
    .update(deliveries)
    .set({ ...released, state: 'unconfirmed', wakeAt: now() })
    .where(and(isHeld, mayBePublished))
    .returning()
  const scheduled = await db
    .update(deliveries)
    .set({ ...released, state: 'scheduled', wakeAt: sql`${deliveries.publishAt}` })
    .where(isHeld)
    .returning()
  return [...unconfirmed, ...scheduled]
}

/** Transfers the posts of a member who leaves. */
export async function transferPosts(
  { db }: Inside<Context>,
  { domainId, from, to }: { domainId: string; from: string; to: string },
): Promise<void> {
  // Clears the idempotency key, because the successor may have used the same one. Nobody can repeat a deleted user's request anyway.
  await db
    .update(posts)
    .set({ userId: to, idempotencyKey: null })
    .where(and(eq(posts.userId, from), eq(posts.domainId, domainId)))
}

/** Deletes all posts of a user. Files are deleted with their media. */
export async function deletePostsOf({ db }: Context, userId: string): Promise<void> {
  await db.delete(posts).where(eq(posts.userId, userId))
}

/** @throws {DomainError} `conflict` for a user whose deletion is scheduled, because nothing is published in their name */
export async function requireNoDeletion(ctx: Inside<UserContext>): Promise<void> {
  if (await isLeaving(ctx, ctx.userId)) throw new DomainError('conflict', POST_MESSAGES.leaving)
}
