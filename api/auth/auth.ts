import { eq } from 'drizzle-orm'

import { signIn } from '#api/auth/two-factor/two-factor.ts'
import type { RequestContext } from '#api/context.ts'
import { type User, users } from '#api/db/schema/people/auth.ts'
import { type Limit, limit, limitAddress, limitEmail, LIMITS, uncount } from '#api/http/limits/limits.ts'
import { DomainError } from '#api/runtime/errors.ts'
import type { Login } from '#shared/auth/auth.ts'
import type { SignedIn } from '#shared/auth/two-factor.ts'
import { checkPassword, hashingPool } from './passwords/passwords.ts'
import { findSignupByPassword, renewCode, type Signup, ticketOf } from './signups.ts'

/**
 * Returns the token of a new session, or the ticket for the second factor. Rejects unknown e-mails, wrong passwords and
 * users without a password with the same response. Logging in with the password of a pending sign-up mails its code, even if
 * the e-mail has an account: as in `register`, only the owner's mailbox shows the difference.
 * @param device id of the browser, if the owner has signed in there before
 * @throws {DomainError} `unauthenticated`; `email_unverified`, with a ticket, for a pending sign-up's password; `busy` while
 * too many others log in
 */
export const login = (ctx: RequestContext, input: Login, device?: string): Promise<SignedIn> =>
  hashingPool.admit(() => logIn(ctx, input, device))

async function logIn(
  ctx: RequestContext,
  { email, password }: Login,
  device: string | undefined,
): Promise<SignedIn> {
  const counted = device ? await limitDevice(ctx, device) : await limitStranger(ctx, email)

  const [user] = await ctx.db.select().from(users).where(eq(users.email, email))
  const isRight = await checkPassword(password, user?.passwordHash)
  if (!user || !isRight) {
    const signup = await findSignupByPassword(ctx, email, password)
    if (!signup) throw new DomainError('unauthenticated', 'Invalid email or password.')
    const message = await renewedCode(ctx, signup, user)
    throw new DomainError('email_unverified', message, { ticket: ticketOf(ctx, signup) })
  }
  for (const each of counted) await uncount(ctx, each)
  const signedIn = await signIn(ctx, user.id, { passwordHash: user.passwordHash })
  if (!signedIn) throw new DomainError('unauthenticated', 'Invalid email or password.')
  return signedIn
}

async function limitStranger(ctx: RequestContext, email: string): Promise<Limit[]> {
  const byAddress = await limitAddress(ctx, LIMITS.loginAddress)
  return [...byAddress, ...(await limitEmail(ctx, LIMITS.loginEmail, email))]
}

/** Counts a login attempt. Each known browser has a separate limit, so that strangers can't use it up. */
async function limitDevice(ctx: RequestContext, device: string): Promise<Limit[]> {
  const counted = { ...LIMITS.loginDevice, key: device }
  await limit(ctx, counted)
  return [counted]
}

/** Mails a new code within the limit of resends. Above it, the last code stays valid. */
async function renewedCode(ctx: RequestContext, signup: Signup, owner: User | undefined): Promise<string> {
  try {
    await limitEmail(ctx, LIMITS.resendEmail, signup.email)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return 'Please confirm your email first, with the last code that we sent you.'
  }
  await renewCode(ctx, signup, owner)
  return 'Please confirm your email first. We’ve just sent you a new code.'
}
