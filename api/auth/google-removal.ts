import { and, eq, ne } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { sessions, users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
import { DomainError } from '#api/errors.ts'
import { securityMail } from '#api/mail/templates.ts'
import { mailInsert } from '#api/outbox/mail.ts'
import { GOOGLE_SIGN_IN_MESSAGES } from '#shared/auth/auth.ts'

/**
 * Unlinks the Google account and prevents relinking by e-mail. Ends all other sessions, since one of them may have been
 * started with that Google account, and notifies the owner by mail.
 * @throws {DomainError} `forbidden` for an account without a password, `conflict` if no Google account is linked
 */
export async function removeGoogle(ctx: UserContext): Promise<void> {
  await write(ctx, async ctx => {
    const { db, now, userId, sessionId, config } = ctx
    const [user] = await db.select().from(users).where(eq(users.id, userId))
    if (!user?.passwordHash) throw new DomainError('forbidden', GOOGLE_SIGN_IN_MESSAGES.onlyWay)
    if (user.googleId === null) throw new DomainError('conflict', GOOGLE_SIGN_IN_MESSAGES.notLinked)
    await db.update(users).set({ googleId: null, googleRemovedAt: now() }).where(eq(users.id, userId))
    await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
    const mail = securityMail({
      to: user.email,
      fullname: user.fullname,
      title: 'Google sign-in was removed from your account',
      message: 'You can now sign in only with your password. We’ve signed you out on all other browsers.',
      url: `${config.siteUrl}/dashboard/settings`,
    })
    await mailInsert(ctx, { userId, mail })
    ctx.wake('send-mail')
  })
}

/** Allows the next sign-in with Google to link the account with the same e-mail again. */
export async function allowGoogle({ db, userId }: UserContext): Promise<void> {
  await db.update(users).set({ googleRemovedAt: null }).where(eq(users.id, userId))
}
