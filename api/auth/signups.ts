import { and, desc, eq, gt, lte, sql } from 'drizzle-orm'

import { hashingPool, hashSignupPassword } from '#api/auth/passwords/passwords.ts'
import { createSession } from '#api/auth/sessions/sessions.ts'
import type { Context, Inside, RequestContext } from '#api/context.ts'
import { signups, type User, users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
import { limitAddress, limitEmail, LIMITS, refundLimit } from '#api/http/limits/limits.ts'
import { codeMail, knownEmailMail } from '#api/mail/templates.ts'
import { queueMail, queueAndDiscardMail } from '#api/outbox/mail.ts'
import { hashToken, keyedToken } from '#api/runtime/crypto/secrets.ts'
import type { Register, ResendOtp, VerifyOtp } from '#shared/auth/auth.ts'
import {
  CODE_MINUTES,
  invalidCodeError,
  matchesCode,
  issueCode,
  mailedCode,
  hasAttemptsLeft,
  UNCONFIRMED_MS,
  usedUpCodeError,
} from './mailed-codes.ts'

export type Signup = typeof signups.$inferSelect

/**
 * Mails a code, or notifies the owner if the e-mail has an account; that sign-up's code is never mailed. Saves a sign-up and
 * returns its ticket either way, so that neither this response nor later ones reveal whether there is an account.
 */
export const register = (ctx: RequestContext, input: Register): Promise<string> =>
  hashingPool.admit(() => createSignup(ctx, input))

async function createSignup(ctx: RequestContext, { email, fullname, password }: Register): Promise<string> {
  await limitAddress(ctx, LIMITS.registerAddress)
  await limitEmail(ctx, LIMITS.registerEmail, email)
  const passwordHash = await hashSignupPassword(ctx, email, password)
  const owner = await findOwner(ctx, email)
  const id = Bun.randomUUIDv7()
  const ticket = ticketOf(ctx, { id })
  const { code, stored } = newCode(ctx, id)
  const createdAt = ctx.now()
  const expiresAt = new Date(createdAt.getTime() + UNCONFIRMED_MS)
  const signup = {
    id,
    email,
    fullname,
    passwordHash,
    ticketHash: hashToken(ticket),
    createdAt,
    expiresAt,
    ...stored,
  }
  await write(ctx, async ctx => {
    await ctx.db.insert(signups).values(signup)
    await queueMail(ctx, codeMailFor(ctx, signup, code, owner))
  })
  return ticket
}

/**
 * Creates the user of a confirmed sign-up, and a session.
 * @throws {DomainError} `invalid` for a wrong, expired or used code, or after too many attempts
 */
export async function verifySignup(ctx: RequestContext, { email, otp, token }: VerifyOtp): Promise<string> {
  const byAddress = await limitAddress(ctx, LIMITS.verifyAddress)
  const counted = [...byAddress, ...(await limitEmail(ctx, LIMITS.verifyEmail, email))]
  const pending = await findSignup(ctx, email, token)
  const signup = await countAttempt(ctx, pending?.id ?? NO_SIGNUP, Boolean(token))
  if (!signup) throw token && pending ? usedUpCodeError() : invalidCodeError()
  if (!matchesCode(ctx, 'sign-up', signup, otp)) throw invalidCodeError()

  // Reuses the sign-up's id, so that only one of two concurrent confirmations can insert the user.
  const { id, fullname, passwordHash } = signup
  const created = await write(ctx, async ctx => {
    // Leaves other sign-ups for this e-mail until they expire: deleting them would reveal to their creators that it has an account.
    await ctx.db.delete(signups).where(eq(signups.id, id))
    return ctx.db
      .insert(users)
      .values({ id, email, fullname, passwordHash, createdAt: ctx.now() })
      .onConflictDoNothing()
      .returning({ id: users.id })
  })
  if (created.length === 0) throw invalidCodeError()
  for (const each of counted) await refundLimit(ctx, each)
  const session = await createSession(ctx, id, { passwordHash })
  if (!session) throw invalidCodeError()
  return session
}

/**
 * Mails a code for a pending sign-up again, without revealing whether there is one. A request with the ticket gets a new code.
 * Without it, the current code is mailed again, because a stranger who knows the e-mail must not invalidate it.
 */
export async function resendCode(ctx: RequestContext, { email, token }: ResendOtp): Promise<void> {
  await limitAddress(ctx, LIMITS.resendAddress)
  await limitEmail(ctx, LIMITS.resendEmail, email)
  const signup = await findSignup(ctx, email, token)
  const owner = await findOwner(ctx, email)
  const mailed = signup && !token ? lastCode(ctx, signup) : undefined
  await renewCode(ctx, signup ?? { id: NO_SIGNUP, email }, owner, mailed)
}

/**
 * Mails another code, or notifies the owner; the previous code stops working. Does the same work, without sending a mail, if
 * there is no such sign-up, so that timing reveals nothing.
 */
export async function renewCode(
  ctx: Context,
  signup: Pick<Signup, 'id' | 'email'>,
  owner: Owner | undefined,
  { code, stored }: { code: string; stored: Partial<Signup> } = newCode(ctx, signup.id),
): Promise<void> {
  await write(ctx, async ctx => {
    const { rowsAffected } = await ctx.db.update(signups).set(stored).where(eq(signups.id, signup.id))
    await (rowsAffected > 0 ? queueMail : queueAndDiscardMail)(ctx, codeMailFor(ctx, signup, code, owner))
  })
}

/**
 * Derives the ticket that binds a code to one sign-up, even if others sign up with the same e-mail. The ticket never
 * changes, so the code can be entered in any window that shows the form.
 */
export const ticketOf = ({ config }: Context, { id }: Pick<Signup, 'id'>) =>
  keyedToken(config.appSecret, 'sign-up ticket', id)

/** Returns the sign-up of a ticket. Without a ticket, returns the sign-up with this e-mail whose code was mailed last. */
async function findSignup({ db, now }: Context, email: string, ticket?: string): Promise<Signup | undefined> {
  const [signup] = await db
    .select()
    .from(signups)
    .where(
      and(
        eq(signups.email, email),
        gt(signups.expiresAt, now()),
        ticket ? eq(signups.ticketHash, hashToken(ticket)) : undefined,
      ),
    )
    .orderBy(desc(signups.codeExpiresAt), desc(signups.id))
    .limit(1)
  return signup
}

/** Returns the pending sign-up for this e-mail that was made with this password. */
export async function findSignupByPassword(
  ctx: Context,
  email: string,
  password: string,
): Promise<Signup | undefined> {
  const passwordHash = await hashSignupPassword(ctx, email, password)
  const [signup] = await ctx.db
    .select()
    .from(signups)
    .where(
      and(eq(signups.email, email), gt(signups.expiresAt, ctx.now()), eq(signups.passwordHash, passwordHash)),
    )
    .orderBy(desc(signups.id))
    .limit(1)
  return signup
}

export async function sweepSignups({ db, now }: Context): Promise<void> {
  await db.delete(signups).where(lte(signups.expiresAt, now()))
}

/**
 * Counts an attempt before comparing, so that concurrent attempts can't exceed the maximum. Attempts without a ticket are
 * counted separately, because strangers who only know the e-mail must not invalidate the code.
 */
async function countAttempt(ctx: Context, id: string, withTicket: boolean): Promise<Signup | undefined> {
  const name = withTicket ? 'attempts' : 'attemptsWithoutTicket'
  const attempts = signups[name]
  const [counted] = await ctx.db
    .update(signups)
    .set({ [name]: sql`${attempts} + 1` })
    .where(and(eq(signups.id, id), hasAttemptsLeft(ctx, { attempts, codeExpiresAt: signups.codeExpiresAt })))
    .returning()
  return counted
}

/** Stands in for the id of a sign-up that doesn't exist, so that the work stays the same. */
const NO_SIGNUP = ''

export type Owner = Pick<User, 'id' | 'fullname'>

/** Returns the user with this e-mail. */
export async function findOwner({ db }: Context, email: string): Promise<Owner | undefined> {
  const [owner] = await db
    .select({ id: users.id, fullname: users.fullname })
    .from(users)
    .where(eq(users.email, email))
  return owner
}

/** Returns the code's mail for a new e-mail, or a notice to the owner of an existing account. */
function codeMailFor(
  ctx: Inside<Context>,
  { email }: Pick<Signup, 'email'>,
  code: string,
  owner: Owner | undefined,
) {
  const mail = owner
    ? knownEmailMail({ to: email, fullname: owner.fullname, siteUrl: ctx.config.siteUrl })
    : codeMail({ to: email, code, minutes: CODE_MINUTES })
  return { urgent: true, mail, userId: owner?.id }
}

function newCode(ctx: Context, id: string) {
  const { code, stored } = issueCode(ctx, 'sign-up', id)
  return { code, stored: { ...stored, attemptsWithoutTicket: 0 } }
}

/** Returns the last code if it is still valid, to be mailed again. Resets only the attempts without a ticket. */
function lastCode(ctx: Context, signup: Signup) {
  const code = mailedCode(ctx, 'sign-up', signup)
  return code === undefined ? undefined : { code, stored: { attemptsWithoutTicket: 0 } }
}
