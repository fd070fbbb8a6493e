import { eq } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { hashPassword } from './passwords.ts'
import { sessions, type User, users } from './table.ts'

/** Makes a person without a mailed code, or gives the one with this e-mail a new password. Their sessions end. */
export async function keepPerson(
  { db, now }: Context,
  { email, fullname, password }: { email: string; fullname: string; password: string },
): Promise<void> {
  const passwordHash = await hashPassword(password)
  const person = {
    id: crypto.randomUUID(),
    email: email.toLowerCase(),
    fullname,
    passwordHash,
    createdAt: now(),
  }
  const [kept] = await db
    .insert(users)
    .values(person)
    .onConflictDoUpdate({ target: users.email, set: { passwordHash } })
    .returning({ id: users.id })
  await db.delete(sessions).where(eq(sessions.userId, kept!.id))
}

/** False when nobody has this e-mail. The role counts from the person's next request. */
export async function setRole({ db }: Context, email: string, role: User['role']): Promise<boolean> {
  const changed = await db
    .update(users)
    .set({ role })
    .where(eq(users.email, email.toLowerCase()))
    .returning({ id: users.id })
  return changed.length > 0
}
