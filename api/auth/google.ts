import { and, eq, exists, isNull } from 'drizzle-orm'

import { signIn } from '#api/auth/two-factor/two-factor.ts'
import type { Context, RequestContext } from '#api/context.ts'
import { type User, users } from '#api/db/schema/people/auth.ts'
import { DomainError } from '#api/errors.ts'
import { limit, limitAddress, LIMITS } from '#api/http/limits/limits.ts'
import { googleLinkedMail } from '#api/mail/templates.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import type { GooglePerson } from '#api/networks/google/sign-in.ts'
import { mailInsert } from '#api/outbox/mail.ts'
import { GOOGLE_LOGIN_FAILED, type GoogleLogin, type GoogleSignInSettings } from '#shared/auth/auth.ts'
import type { SignedIn } from '#shared/auth/two-factor.ts'
import { beginning } from '#shared/text/graphemes.ts'
import { asLine } from '#shared/text/text.ts'

/** Returns the settings of Google's button; null without a client id. */
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
  const user =
    (await findByGoogleId(ctx, person)) ??
    (await linkByEmail(ctx, person)) ??
    (await createPerson(ctx, person)) ??
    // A concurrent request of the same person was faster.
    (await findByGoogleId(ctx, person))
  // Fails if the password changes before the session is created, like any other sign-in.
  const signedIn = user && (await signIn(ctx, user.id, user))
  if (!signedIn) throw rejected()
  return { signedIn, email: user.email }
}

async function verify(ctx: RequestContext, { tokenData, nonce }: GoogleLogin): Promise<GooglePerson> {
  try {
    const person = await ctx.googleSignIn.verify(tokenData)
    if (person.nonce !== nonce) throw rejected()
    await consumeCredential(ctx, tokenData, person)
    return person
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    ctx.log.warn({ failure: error.code }, 'google sign-in refused')
    if (error.kind === 'transient') throw new DomainError('upstream', GOOGLE_LOGIN_FAILED, { cause: error })
    throw rejected()
  }
}

/**
 * Consumes a credential until it expires, so that a stolen one can't be replayed. Identifies it by its two signed parts, since
 * the third, the signature, has several valid encodings.
 */
const consumeCredential = (ctx: Context, tokenData: string, { expiresAt }: GooglePerson) =>
  limit(ctx, {
    ...LIMITS.googleCredential,
    key: tokenData.slice(0, tokenData.lastIndexOf('.')),
    windowMs: Math.max(LIMITS.googleCredential.windowMs, expiresAt.getTime() - ctx.now().getTime()),
  }).catch((error: unknown) => {
    throw error instanceof DomainError ? rejected() : error
  })

const USER_COLUMNS = { id: users.id, email: users.email, passwordHash: users.passwordHash }
type FoundUser = Pick<User, keyof typeof USER_COLUMNS>

async function findByGoogleId({ db }: Context, { id }: GooglePerson): Promise<FoundUser | undefined> {
  const [user] = await db.select(USER_COLUMNS).from(users).where(eq(users.googleId, id))
  return user
}

/** Links by e-mail, unless another Google account is linked already or the owner removed Google sign-in. */
async function linkByEmail(ctx: Context, person: GooglePerson): Promise<FoundUser | undefined> {
  const { db } = ctx
  if (!person.emailVerified) throw rejected()
  const isUnlinked = and(eq(users.email, person.email), isNull(users.googleId), isNull(users.googleRemovedAt))
  const [user] = await db.select().from(users).where(isUnlinked)
  if (!user) return undefined
  const mail = googleLinkedMail({ to: user.email, fullname: user.fullname, siteUrl: ctx.config.siteUrl })
  const [, linked] = await db.batch([
    mailInsert(ctx, {
      userId: user.id,
      mail,
      when: exists(db.select({ id: users.id }).from(users).where(isUnlinked)),
    }),
    db.update(users).set({ googleId: person.id }).where(isUnlinked).returning(USER_COLUMNS),
  ])
  ctx.wake('send-mail')
  return linked[0]
}

async function createPerson({ db, now }: Context, person: GooglePerson): Promise<FoundUser | undefined> {
  const { email, name, id: googleId } = person
  const fullname = asLine(beginning(asLine(name), 100)) || email.replace(/@.*$/, '')
  const [created] = await db
    .insert(users)
    .values({ id: crypto.randomUUID(), email, fullname, googleId, createdAt: now() })
    .onConflictDoNothing()
    .returning(USER_COLUMNS)
  return created
}

const rejected = () => new DomainError('unauthenticated', GOOGLE_LOGIN_FAILED)
