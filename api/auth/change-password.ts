import { and, eq, exists, ne } from 'drizzle-orm'

import { hasTwoFactor, proveByCode } from '#api/auth/two-factor/two-factor.ts'
import type { UserContext } from '#api/context.ts'
import { passwordResets, sessions, users } from '#api/db/schema/people/auth.ts'
import { DomainError, invalidField } from '#api/errors.ts'
import { limit, LIMITS, uncount } from '#api/http/limits/limits.ts'
import { passwordChangedMail } from '#api/mail/templates.ts'
import { mailInsert } from '#api/outbox/mail.ts'
import { PASSWORD_CHANGE_MESSAGES, type UpdatePassword } from '#shared/auth/auth.ts'
import { checkPassword, hashPassword } from './passwords/passwords.ts'

/**
 * Changes a signed-in user's password, ends their other sessions and reset links, and notifies them by mail. Requires a code
 * while two-factor is on, so that a thief with the password and an open browser can't lock the owner out.
 * @throws {DomainError} `forbidden` for accounts that only sign in with Google, `invalid` for a wrong old password or code
 */
export async function changePassword(
  ctx: UserContext,
  { oldPassword, newPassword, code = '' }: UpdatePassword,
): Promise<void> {
  const { db, userId, sessionId, config } = ctx
  const counted = { ...LIMITS.updatePassword, key: userId }
  await limit(ctx, counted)
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user?.passwordHash) throw new DomainError('forbidden', PASSWORD_CHANGE_MESSAGES.google)
  if (!(await checkPassword(oldPassword, user.passwordHash))) {
    throw invalidField('oldPassword', PASSWORD_CHANGE_MESSAGES.oldWrong)
  }
  if (await hasTwoFactor(ctx, userId)) await proveByCode(ctx, code)

  const passwordHash = await hashPassword(newPassword)
  // The salted hash is unique to this change, so the later statements take effect only if the first one did.
  const isChanged = exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.passwordHash, passwordHash))),
  )
  const mail = passwordChangedMail({
    to: user.email,
    fullname: user.fullname,
    siteUrl: config.siteUrl,
    stays: true,
  })
  const [changed] = await db.batch([
    db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, userId), eq(users.passwordHash, user.passwordHash)))
      .returning({ id: users.id }),
    db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId), isChanged)),
    db.delete(passwordResets).where(and(eq(passwordResets.userId, userId), isChanged)),
    mailInsert(ctx, { userId, mail, when: isChanged }),
  ])
  if (changed.length === 0) {
    throw new DomainError('conflict', 'Your password was changed elsewhere just now. Please sign in again.')
  }
  await uncount(ctx, counted)
  ctx.wake('send-mail')
}
