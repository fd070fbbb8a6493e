import { and, eq, exists, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'

import type { Context, Inside, UserContext } from '#api/context.ts'
import { sessions, signups, type User, users } from '#api/db/schema/people/auth.ts'
import { DomainError, invalidField } from '#api/errors.ts'
import {
  DELETION_MESSAGES,
  RECENT_SIGN_IN_MINUTES,
  type RequestDeletion,
} from '#shared/auth/account-deletion.ts'
import { checkPassword } from './passwords/passwords.ts'

/**
 * Returns the user after verifying their password or a recent sign-in. Users without a password sign in with Google.
 * @throws {DomainError} `invalid` for a missing or wrong password
 */
export async function confirmIdentity(
  { db, now, userId, sessionId }: UserContext,
  { password }: Pick<RequestDeletion, 'password'>,
): Promise<User> {
  const [found] = await db
    .select({ user: users, signedInAt: sessions.createdAt })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(and(eq(users.id, userId), eq(sessions.id, sessionId)))
  if (!found) throw new DomainError('unauthenticated', 'Please sign in to continue.')
  const { user, signedInAt } = found
  if (user.passwordHash === null) return user
  if (password) {
    if (!(await checkPassword(password, user.passwordHash)))
      throw invalidField('password', DELETION_MESSAGES.wrongPassword)
    return user
  }
  if (now().getTime() - signedInAt.getTime() > RECENT_SIGN_IN_MINUTES * 60_000)
    throw invalidField('password', DELETION_MESSAGES.password)
  return user
}

const otherAdmins = alias(users, 'other_admins')

/**
 * Returns the unexecuted update that schedules the deletion of a user, unless it is scheduled already or the user is the
 * last administrator.
 */
export const scheduleDeletion = ({ db, now }: Context, userId: string, deletionAt: Date) =>
  db
    .update(users)
    .set({ deletionRequestedAt: now(), deletionAt })
    .where(
      and(
        eq(users.id, userId),
        isNull(users.deletionAt),
        or(
          ne(users.role, 'admin'),
          exists(
            db
              .select({ one: sql`1` })
              .from(otherAdmins)
              .where(
                and(
                  eq(otherAdmins.role, 'admin'),
                  isNull(otherAdmins.deletionAt),
                  sql`${otherAdmins.id} <> ${users.id}`,
                ),
              ),
          ),
        ),
      ),
    )
    .returning({ id: users.id })

/** Returns the unexecuted update that cancels the deletion of a user, unless it has started. */
export const unscheduleDeletion = ({ db }: Context, userId: string) =>
  db
    .update(users)
    .set({ deletionRequestedAt: null, deletionAt: null })
    .where(and(eq(users.id, userId), isNotNull(users.deletionAt), isNull(users.deletionStartedAt)))
    .returning({ id: users.id })

/** SQL condition for the caller's batch: the user's deletion is scheduled, or isn't if `isScheduled` is false. */
export const isDeletionScheduled = ({ db }: Pick<Context, 'db'>, userId: string, isScheduled: boolean): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.id, userId), isScheduled ? isNotNull(users.deletionAt) : isNull(users.deletionAt))),
  )

/** Ends the sessions of users whose deletion is due, and prevents new ones. */
export async function startDueDeletions({ db, now }: Context): Promise<void> {
  const started = db.select({ id: users.id }).from(users).where(isNotNull(users.deletionStartedAt))
  await db.batch([
    db
      .update(users)
      .set({ deletionStartedAt: now() })
      .where(and(lte(users.deletionAt, now()), isNull(users.deletionStartedAt))),
    db.delete(sessions).where(inArray(sessions.userId, started)),
  ])
}

export const usersToDelete = ({ db }: Context, startedBefore: Date): Promise<User[]> =>
  db.select().from(users).where(lte(users.deletionStartedAt, startedBefore))

/** Deletes the user and, by cascade, their rows. */
export async function deletePerson({ db }: Inside<Context>, { id, email }: User): Promise<void> {
  await db.delete(signups).where(eq(signups.email, email))
  await db.delete(users).where(eq(users.id, id))
}
