import { and, eq, inArray, isNotNull, isNull, lte, ne } from 'drizzle-orm'

import type { Context, Inside, UserContext } from '#api/context.ts'
import { sessions, signups, type User, users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
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

/**
 * Schedules the deletion of a user.
 * @throws {DomainError} `conflict` for the last administrator who stays
 */
export async function scheduleDeletion({ db, now }: Inside<Context>, { id, role }: User, deletionAt: Date) {
  const isOther = and(eq(users.role, 'admin'), isNull(users.deletionAt), ne(users.id, id))
  if (role === 'admin' && (await db.$count(users, isOther)) === 0)
    throw new DomainError('conflict', DELETION_MESSAGES.lastAdmin)
  await db.update(users).set({ deletionRequestedAt: now(), deletionAt }).where(eq(users.id, id))
}

/** Cancels the deletion of a user. @throws {DomainError} `conflict` if it has started */
export async function unscheduleDeletion({ db }: Inside<Context>, { id, deletionStartedAt }: User) {
  if (deletionStartedAt !== null) throw new DomainError('conflict', 'The deletion has already begun.')
  await db.update(users).set({ deletionRequestedAt: null, deletionAt: null }).where(eq(users.id, id))
}

/** Ends the sessions of users whose deletion is due, and prevents new ones. */
export const startDueDeletions = (ctx: Context): Promise<void> =>
  write(ctx, async ({ db, now }) => {
    await db
      .update(users)
      .set({ deletionStartedAt: now() })
      .where(and(lte(users.deletionAt, now()), isNull(users.deletionStartedAt)))
    const started = db.select({ id: users.id }).from(users).where(isNotNull(users.deletionStartedAt))
    await db.delete(sessions).where(inArray(sessions.userId, started))
  })

export const usersToDelete = ({ db }: Context, startedBefore: Date): Promise<User[]> =>
  db.select().from(users).where(lte(users.deletionStartedAt, startedBefore))

/** Deletes the user and, by cascade, their rows. */
export async function deletePerson({ db }: Inside<Context>, { id, email }: User): Promise<void> {
  await db.delete(signups).where(eq(signups.email, email))
  await db.delete(users).where(eq(users.id, id))
}
