import { eq } from 'drizzle-orm'

import { endOtherSessions } from '#api/auth/sessions/sessions.ts'
import { signIn } from '#api/auth/two-factor/two-factor.ts'
import type { RequestContext, Context, Inside, UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { type User, users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
import { type Limit, limit, limitAddress, limitEmail, LIMITS, refundLimit } from '#api/http/limits/limits.ts'
import { googleLinkedMail, securityMail } from '#api/mail/templates.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import type { GooglePerson } from '#api/networks/google/sign-in.ts'
import { queueMail } from '#api/outbox/mail.ts'
import { DomainError } from '#api/runtime/errors.ts'
import {
  type Login,
  GOOGLE_LOGIN_FAILED,
  GOOGLE_SIGN_IN_MESSAGES,
  type GoogleLogin,
  type GoogleSignInSettings,
} from '#shared/auth/auth.ts'
import type { SignedIn } from '#shared/auth/two-factor.ts'
import { graphemePrefix } from '#shared/text/graphemes.ts'
import { toSingleLine } from '#shared/text/text.ts'
import { checkPassword, hashingPool } from './passwords/passwords.ts'
import { findSignupByPassword, renewCode, type Signup, ticketOf } from './signups.ts'

/**
 * Returns the token of a new session, or the ticket for the second factor. Rejects unknown e-mails, wrong passwords and
 * users without a password with the same response. Logging in with the password of a pending sign-up mails its code, even if
 * the e-mail has an account, so the response doesn't tell whether there is one.
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
  for (const each of counted) await refundLimit(ctx, each)
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

/** Returns the settings of Google's button, or null if no client id is configured. */
export const googleSettings = ({ config: { google } }: Context): GoogleSignInSettings | null =>
  google.clientId ? { clientId: google.clientId, scriptUrl: `${google.accountsUrl}/gsi/client` } : null

/**
 * Signs in the user of a Google credential, identified by Google's id. The first sign-in links the user with that e-mail, or
 * creates one.
 * @throws {DomainError} `unauthenticated` for an invalid credential, `upstream` if Google can't be reached
 */
export async function googleLogin(
  ctx: RequestContext,
  input: GoogleLogin,
): Promise<{ signedIn: SignedIn; email: string }> {
  await limitAddress(ctx, LIMITS.googleAddress)
  const person = await verify(ctx, input)
  const user = await write(ctx, ctx => linkOrCreate(ctx, person))
  // Fails if the password changes before the session is created, like any other sign-in.
  const signedIn = user && (await signIn(ctx, user.id, user))
  if (!signedIn) throw rejected()
  return { signedIn, email: user.email }
}

/** Consumes the credential. @throws {DomainError} `unauthenticated`, `upstream` */
async function verify(ctx: RequestContext, { tokenData, nonce }: GoogleLogin): Promise<GooglePerson> {
  try {
    const person = await ctx.googleSignIn.verify(tokenData)
    if (person.nonce !== nonce) throw rejected()
    // Counted until the credential expires, so that a stolen one can't be replayed; a second use is rejected like a wrong one.
    // Identified by its two signed parts, since the third, the signature, has several valid encodings.
    await limit(ctx, {
      ...LIMITS.googleCredential,
      key: tokenData.slice(0, tokenData.lastIndexOf('.')),
      windowMs: Math.max(LIMITS.googleCredential.windowMs, +person.expiresAt - +ctx.now()),
    })
    return person
  } catch (error) {
    if (error instanceof DomainError) throw rejected()
    if (!(error instanceof NetworkError)) throw error
    ctx.log.warn({ failure: error.code }, 'google sign-in refused')
    if (error.kind === 'transient') throw new DomainError('upstream', GOOGLE_LOGIN_FAILED, { cause: error })
    throw rejected()
  }
}

/**
 * Returns the user with this Google id. Otherwise links the user with this e-mail, or creates one. Links nobody who has another
 * Google account, or has removed Google sign-in.
 */
async function linkOrCreate(ctx: Inside<Context>, person: GooglePerson) {
  const { db, now, config } = ctx
  const { email, id: googleId } = person
  const [linked] = await db.select().from(users).where(eq(users.googleId, googleId))
  if (linked) return linked
  if (!person.emailVerified) throw rejected()
  const [known] = await db.select().from(users).where(eq(users.email, email))
  if (!known) {
    const fullname = toSingleLine(graphemePrefix(toSingleLine(person.name), 100)) || email.replace(/@.*$/, '')
    const fresh = { id: crypto.randomUUID(), email, fullname, googleId, createdAt: now() }
    return onlyRow(await db.insert(users).values(fresh).returning())
  }
  if (known.googleId !== null || known.googleRemovedAt !== null) return undefined
  await db.update(users).set({ googleId }).where(eq(users.id, known.id))
  const mail = googleLinkedMail({ to: email, fullname: known.fullname, siteUrl: config.siteUrl })
  await queueMail(ctx, { userId: known.id, mail })
  return known
}

const rejected = () => new DomainError('unauthenticated', GOOGLE_LOGIN_FAILED)

/**
 * Unlinks the Google account and prevents relinking by e-mail. Ends all other sessions, since one of them may have been
 * started with that Google account, and notifies the owner by mail.
 * @throws {DomainError} `forbidden` for an account without a password, `conflict` if no Google account is linked
 */
export async function removeGoogle(ctx: UserContext): Promise<void> {
  await write(ctx, async ctx => {
    const { db, now, userId, config } = ctx
    const [user] = await db.select().from(users).where(eq(users.id, userId))
    if (!user?.passwordHash) throw new DomainError('forbidden', GOOGLE_SIGN_IN_MESSAGES.onlyWay)
    if (user.googleId === null) throw new DomainError('conflict', GOOGLE_SIGN_IN_MESSAGES.notLinked)
    await db.update(users).set({ googleId: null, googleRemovedAt: now() }).where(eq(users.id, userId))
    await endOtherSessions(ctx)
    const mail = securityMail({
      to: user.email,
      fullname: user.fullname,
      title: 'Google sign-in was removed from your account',
      message: 'You can now sign in only with your password. We’ve signed you out on all other browsers.',
      url: `${config.siteUrl}/dashboard/settings`,
    })
    await queueMail(ctx, { userId, mail })
  })
}

/** Allows the next sign-in with Google to link the account with the same e-mail again. */
export async function allowGoogle({ db, userId }: UserContext): Promise<void> {
  await db.update(users).set({ googleRemovedAt: null }).where(eq(users.id, userId))
}
