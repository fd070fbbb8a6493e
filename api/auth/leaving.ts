import { and, eq, exists, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'

import type { Context, UserContext } from '#api/context.ts'
import { sessions, signups, type User, users } from '#api/db/schema/auth.ts'
import { DomainError, invalidField } from '#api/errors.ts'
import {
  DELETION_MESSAGES,
  RECENT_SIGN_IN_MINUTES,
  type RequestDeletion,
} from '#shared/auth/account-deletion.ts'
import { checkPassword } from './passwords/passwords.ts'

/**
 * The person who asks, once it is certain that it is them: by their password, or because they signed in just now. Who has
 * no password signs in with Google.
 * @throws DomainError `invalid` for a password that is missing or wrong
 */
export async function confirmPerson(
  { db, now, userId, sessionId }: UserContext,
  { password }: Pick<RequestDeletion, 'password'>,
): Promise<User> {
  const [found] = await db
    .select({ user: users, signedInAt: sessions.createdAt })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(and(eq(users.id, userId), eq(sessions.id, sessionId)))
  if (!found) throw new DomainError('unauthenticated', 'Please log in to continue.')
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

/** For a caller's batch: sets the day of the deletion, unless it is set or nobody else could administer. */
export const setDeletion = ({ db, now }: Context, userId: string, deletionAt: Date) =>
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

/** For a caller's batch: takes the day back, unless the deletion has begun. */
export const unsetDeletion = ({ db }: Context, userId: string) =>
  db
    .update(users)
    .set({ deletionRequestedAt: null, deletionAt: null })
    .where(and(eq(users.id, userId), isNotNull(users.deletionAt), isNull(users.deletionStartedAt)))
    .returning({ id: users.id })

/** For a `when`: whether somebody has a day set, by the time that a batch comes to it. */
export const hasDeletion = ({ db }: Context, userId: string, has: boolean): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.id, userId), has ? isNotNull(users.deletionAt) : isNull(users.deletionAt))),
  )

/** Those whose day has come can't be signed in or sign in any more. */
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

export const peopleLeaving = ({ db }: Context, startedBefore: Date): Promise<User[]> =>
  db.select().from(users).where(lte(users.deletionStartedAt, startedBefore))

/** For a `when`: whether the person is still here, by the time that a batch comes to it. */
export const isHere = ({ db }: Context, userId: string): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(users)
      .where(eq(users.id, userId)),
  )

/** For a caller's batch, as its last words: the person, and with them all that hangs on them. */
export const removePerson = ({ db }: Context, { id, email }: User) =>
  [db.delete(signups).where(eq(signups.email, email)), db.delete(users).where(eq(users.id, id))] as const
