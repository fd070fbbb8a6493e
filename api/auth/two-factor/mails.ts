import { eq } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { recoveryCodes } from '#api/db/schema/people/two-factor.ts'
import { securityMail } from '#api/mail/templates.ts'
import { mailInsert } from '#api/outbox/mail.ts'

const LETTERS = {
  enabled: {
    title: 'Two-factor sign-in is on',
    message:
      'From now on your account asks for a code from your authenticator app when somebody signs in. Keep the recovery codes somewhere you can find without your phone.',
  },
  disabled: {
    title: 'Two-factor sign-in is off',
    message: 'Your account no longer asks for a code from your authenticator app when somebody signs in.',
  },
  renewed: {
    title: 'You have new recovery codes',
    message: 'New recovery codes were made for your account. The old ones no longer work.',
  },
} as const

/** Mails the user about a change to their sign-in. They can't turn these mails off. */
export async function mailOwner(
  ctx: Inside<Context>,
  userId: string,
  which: keyof typeof LETTERS,
): Promise<void> {
  const { userId: _, ...owner } = await recipientOf(ctx, userId)
  await mailInsert(ctx, { userId, mail: securityMail({ ...owner, ...LETTERS[which] }) })
  ctx.wake('send-mail')
}

export async function notifyOfRecovery(ctx: Context, userId: string): Promise<void> {
  const left = await ctx.db.$count(recoveryCodes, eq(recoveryCodes.userId, userId))
  const rest =
    left === 0
      ? 'That was the last one: make new ones in Settings.'
      : `${left === 1 ? 'One is' : `${left} are`} left.`
  const { userId: _, ...owner } = await recipientOf(ctx, userId)
  await mailInsert(ctx, {
    userId,
    mail: securityMail({
      ...owner,
      title: 'A recovery code was used to sign in',
      message: `Someone, probably you, signed in to your account with a recovery code. ${rest}`,
    }),
  })
  ctx.wake('send-mail')
}

/** Returns the recipient and the link of a mail. */
export async function recipientOf({ db, config }: Inside<Context>, userId: string) {
  const owner = onlyRow(
    await db.select({ to: users.email, fullname: users.fullname }).from(users).where(eq(users.id, userId)),
  )
  return { userId, ...owner, url: `${config.siteUrl}/dashboard/settings` }
}
