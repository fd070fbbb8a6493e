import { and, desc, eq, gt, lt, lte, sql } from 'drizzle-orm'

import type { Context, RequestContext } from '#api/context.ts'
import { hashToken, keyedToken, newCode, newToken } from '#api/crypto/secrets.ts'
import { DomainError } from '#api/errors.ts'
import { limit, limitEmail, LIMITS, uncount } from '#api/limits/limits.ts'
import { mailInsert } from '#api/mail/outbox.ts'
import { codeMail, knownEmailMail } from '#api/mail/templates.ts'
import { OTP_LENGTH, type Register, type ResendOtp, type VerifyOtp } from '#shared/auth.ts'
import { CODE_MINUTES, isCode, issueCode, MOST_TRIES } from './codes.ts'
import { hashPassword } from './passwords.ts'
import { createSession } from './sessions.ts'
import { signups, users } from './table.ts'

const SIGNUP_LIFETIME_MS = 24 * 60 * 60_000

export type Signup = typeof signups.$inferSelect

/** Mails a code, or tells the owner of the account that there is one. The answer, a ticket, is the same. */
export async function register(
  ctx: RequestContext,
  { email, fullname, password }: Register,
): Promise<string> {
  await limit(ctx, { ...LIMITS.registerAddress, key: ctx.address })
  await limitEmail(ctx, LIMITS.registerEmail, email)
  const passwordHash = await hashPassword(password)
  const [owner] = await ctx.db.select().from(users).where(eq(users.email, email))
  if (owner) {
    await mailInsert(ctx, {
      userId: owner.id,
      urgent: true,
      mail: knownEmailMail({ to: email, fullname: owner.fullname, siteUrl: ctx.config.siteUrl }),
    })
    ctx.wake()
    return newToken()
  }
  const id = crypto.randomUUID()
  const ticket = ticketOf(ctx, { id })
  const { code, stored } = issueCode(ctx, id)
  const createdAt = ctx.now()
  const expiresAt = new Date(createdAt.getTime() + SIGNUP_LIFETIME_MS)
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
  await ctx.db.batch([ctx.db.insert(signups).values(signup), mailCode(ctx, signup, code)])
  ctx.wake()
  return ticket
}

/**
 * Makes the person whose code came back, and gives them a session.
 * @throws DomainError `invalid` for a code that is wrong, old, used, or tried too often
 */
export async function verifySignup(ctx: RequestContext, { email, otp, token }: VerifyOtp): Promise<string> {
  const byAddress = { ...LIMITS.verifyAddress, key: ctx.address }
  await limit(ctx, byAddress)
  const counted = [byAddress, ...(await limitEmail(ctx, LIMITS.verifyEmail, email))]
  const pending = await findSignup(ctx, email, token)
  const signup = pending && (await countTry(ctx, pending, Boolean(token)))
  if (!signup || !isCode(ctx, signup, otp)) throw invalidCode()

  // The person keeps the sign-up's id: of two that bring the same code at once, one inserts.
  const { id, fullname, passwordHash } = signup
  const [created] = await ctx.db.batch([
    ctx.db
      .insert(users)
      .values({ id, email, fullname, passwordHash, createdAt: ctx.now() })
      .onConflictDoNothing()
      .returning({ id: users.id }),
    ctx.db.delete(signups).where(eq(signups.email, email)),
  ])
  if (created.length === 0) throw invalidCode()
  for (const each of counted) await uncount(ctx, each)
  const session = await createSession(ctx, id, { passwordHash })
  if (!session) throw invalidCode()
  return session
}

/** Mails another code where a sign-up is waiting for one. Says nothing of whether there is one. */
export async function resendCode(ctx: RequestContext, { email, token }: ResendOtp): Promise<void> {
  await limit(ctx, { ...LIMITS.resendAddress, key: ctx.address })
  await limitEmail(ctx, LIMITS.resendEmail, email)
  const signup = await findSignup(ctx, email, token)
  if (signup) return await renewCode(ctx, signup)
  // A mail is made here too, and not kept: how long the answer took says nothing either.
  const mail = codeMail({ to: email, code: newCode(OTP_LENGTH), minutes: CODE_MINUTES })
  await ctx.db.batch([mailInsert(ctx, { mail, when: sql`false` })])
}

/** The code mailed before stops working. */
export async function renewCode(ctx: Context, signup: Signup): Promise<void> {
  const { code, stored } = issueCode(ctx, signup.id)
  await ctx.db.batch([
    ctx.db.update(signups).set(stored).where(eq(signups.id, signup.id)),
    mailCode(ctx, signup, code),
  ])
  ctx.wake()
}

/**
 * For who signed up, and for who gives the sign-up's password later: whatever else is signed up with the e-mail meanwhile,
 * the code is for this one. It stays the same, so that the code can be brought wherever the form for it is open.
 */
export const ticketOf = ({ config }: Context, { id }: Pick<Signup, 'id'>) =>
  keyedToken(config.appSecret, `ticket of sign-up ${id}`)

/** The sign-up that a ticket names; without one, the sign-up of this e-mail whose code was mailed last. */
export async function findSignup(
  { db, now }: Context,
  email: string,
  ticket?: string,
): Promise<Signup | undefined> {
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
    .orderBy(desc(signups.codeExpiresAt), desc(signups.createdAt), sql`rowid desc`)
    .limit(1)
  return signup
}

export async function sweepSignups({ db, now }: Context): Promise<void> {
  await db.delete(signups).where(lte(signups.expiresAt, now()))
}

/**
 * Counts before it compares, so that many tries at once get no more than the allowed number. Strangers, who know the
 * e-mail alone, are counted apart: they can't kill the code of who signs up.
 */
async function countTry(
  { db, now }: Context,
  { id }: Signup,
  withTicket: boolean,
): Promise<Signup | undefined> {
  const name = withTicket ? 'attempts' : 'attemptsWithoutTicket'
  const attempts = signups[name]
  const [counted] = await db
    .update(signups)
    .set({ [name]: sql`${attempts} + 1` })
    .where(and(eq(signups.id, id), lt(attempts, MOST_TRIES), gt(signups.codeExpiresAt, now())))
    .returning()
  return counted
}

const mailCode = (ctx: Context, { email }: Pick<Signup, 'email'>, code: string) =>
  mailInsert(ctx, { urgent: true, mail: codeMail({ to: email, code, minutes: CODE_MINUTES }) })

const INVALID_CODE = 'Invalid OTP. Please try again.'
const invalidCode = () => new DomainError('invalid', INVALID_CODE, { fields: { otp: INVALID_CODE } })
