import { and, eq, gt, lt, lte, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { hashToken, newToken } from '#api/crypto/secrets.ts'
import { signInTickets } from '#api/db/schema/people/two-factor.ts'

const LIFETIME_MS = 5 * 60_000
/** Wrong codes after which the user must start again with the password. */
const MAX_ATTEMPTS = 5

/** Issues a ticket, valid for five minutes, to a user who has passed the first factor. */
export async function issueTicket(
  { db, now }: Context,
  userId: string,
  passwordHash?: string | null,
): Promise<string> {
  const ticket = newToken()
  await db.insert(signInTickets).values({
    tokenHash: hashToken(ticket),
    userId,
    passwordHash,
    expiresAt: new Date(now().getTime() + LIFETIME_MS),
  })
  return ticket
}

/** Counts an attempt before comparing, so that concurrent attempts can't exceed the maximum. @returns the ticket's user id */
export async function countAttempt({ db, now }: Context, ticket: string): Promise<string | undefined> {
  const [counted] = await db
    .update(signInTickets)
    .set({ attempts: sql`${signInTickets.attempts} + 1` })
    .where(
      and(
        eq(signInTickets.tokenHash, hashToken(ticket)),
        lt(signInTickets.attempts, MAX_ATTEMPTS),
        gt(signInTickets.expiresAt, now()),
      ),
    )
    .returning({ userId: signInTickets.userId })
  return counted?.userId
}

/** @returns undefined if it was already redeemed */
export async function redeemTicket({ db }: Context, ticket: string) {
  const [redeemed] = await db
    .delete(signInTickets)
    .where(eq(signInTickets.tokenHash, hashToken(ticket)))
    .returning({ passwordHash: signInTickets.passwordHash })
  return redeemed
}

export async function sweepSignInTickets({ db, now }: Context): Promise<void> {
  await db.delete(signInTickets).where(lte(signInTickets.expiresAt, now()))
}
