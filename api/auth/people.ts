import { eq } from 'drizzle-orm'

import { endVisits } from '#api/auth/access/membership.ts'
import type { Context, UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { type User, users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
import { canonicalEmail } from '#shared/text/email.ts'
import { hashPassword } from './passwords/passwords.ts'
import { endAccess, readUser } from './sessions/sessions.ts'

/** Creates a user without confirming the e-mail address. If it is taken, sets that user's password and ends their access by the former one. */
export async function savePerson(
  ctx: Context,
  { email, fullname, password }: { email: string; fullname: string; password: string },
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await write(ctx, async ctx => {
    const { db, now } = ctx
    const person = {
      id: crypto.randomUUID(),
      email: canonicalEmail(email),
      fullname,
      passwordHash,
      createdAt: now(),
    }
    const saved = onlyRow(
      await db
        .insert(users)
        .values(person)
        .onConflictDoUpdate({ target: users.email, set: { passwordHash } })
        .returning({ id: users.id }),
    )
    await endAccess(ctx, saved.id)
  })
}

type OwnFields = Partial<
  Pick<User, 'fullname' | 'mobile' | 'countryCode' | 'gender' | 'dob' | 'address' | 'bio' | 'profileImage'>
>

/**
 * Updates a user's profile. Undefined fields don't change.
 * @returns the user before and after the update
 * @throws {DomainError} `unauthenticated` if the user no longer exists
 */
export const changePerson = (
  ctx: UserContext,
  fields: { [Name in keyof OwnFields]: OwnFields[Name] | undefined },
): Promise<{ before: User; now: User }> =>
  write(ctx, async ctx => {
    const before = await readUser(ctx)
    if (Object.values(fields).every(value => value === undefined)) return { before, now: before }
    const now = onlyRow(await ctx.db.update(users).set(fields).where(eq(users.id, ctx.userId)).returning())
    return { before, now }
  })

/** Returns false for an unknown e-mail. */
export async function setMaxAccounts({ db }: Context, email: string, maxAccounts: number): Promise<boolean> {
  const changed = await db
    .update(users)
    .set({ maxAccounts })
    .where(eq(users.email, canonicalEmail(email)))
    .returning({ id: users.id })
  return changed.length > 0
}

/** Returns false for an unknown e-mail. The role applies from the user's next request; visits as administrator end now. */
export async function setSystemRole(ctx: Context, email: string, role: User['role']): Promise<boolean> {
  const changed = await ctx.db
    .update(users)
    .set({ role })
    .where(eq(users.email, canonicalEmail(email)))
    .returning({ id: users.id })
  for (const { id } of changed) await endVisits(ctx, id)
  return changed.length > 0
}
