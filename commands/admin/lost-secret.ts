import { dropUnreadableLogins } from '#api/accounts/compliance/compliance.ts'
import { turnOffUnreadable } from '#api/auth/two-factor/set-up.ts'
import type { Context } from '#api/context.ts'
import { dropUnreadablePushKeys } from '#api/notifications/push/push.ts'
import { deleteUnreadableMail } from '#api/outbox/mail.ts'

/** Deletes everything that is encrypted with a lost APP_SECRET, and notifies the people concerned. @returns a summary to print */
export async function deleteUndecryptable(ctx: Context): Promise<string> {
  const mails = await deleteUnreadableMail(ctx)
  const logins = await dropUnreadableLogins(ctx)
  const twoFactor = await turnOffUnreadable(ctx)
  const browsers = await dropUnreadablePushKeys(ctx)
  return [
    'Dropped everything encrypted with another APP_SECRET:',
    `  ${logins} social accounts must be reconnected; their scheduled posts are held, and their owners are notified`,
    `  ${twoFactor} people now sign in with only a password, and are notified by e-mail`,
    `  ${browsers} browsers need push notifications turned on again`,
    `  ${mails} queued mails were deleted`,
  ].join('\n')
}
