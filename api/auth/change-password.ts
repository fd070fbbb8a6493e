import { and, eq, ne } from 'drizzle-orm'

import { hasTwoFactor, proveByCode } from '#api/auth/two-factor/two-factor.ts'
import type { UserContext } from '#api/context.ts'
import { passwordResets, sessions, users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
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
  await write(ctx, async ctx => {
    const [current] = await ctx.db.select().from(users).where(eq(users.id, userId))
    if (current?.passwordHash !== user.passwordHash)
      throw new DomainError('conflict', 'Your password was changed elsewhere just now. Please sign in again.')
    await ctx.db.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await ctx.db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
    await ctx.db.delete(passwordResets).where(eq(passwordResets.userId, userId))
    const mail = passwordChangedMail({
      to: user.email,
      fullname: user.fullname,
      siteUrl: config.siteUrl,
      stays: true,
    })
    await mailInsert(ctx, { userId, mail })
    ctx.wake('send-mail')
  })
  await uncount(ctx, counted)
}
