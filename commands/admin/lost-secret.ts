import { dropUnreadableLogins } from '#api/accounts/withdrawals.ts'
import { turnOffUnreadable } from '#api/auth/two-factor/set-up.ts'
import type { Context } from '#api/context.ts'
import { dropUnreadableMail } from '#api/outbox/outbox.ts'
import { dropUnreadablePushKeys } from '#api/push/keys.ts'

/** Drops everything encrypted with a lost APP_SECRET and notifies the people concerned. @returns a summary to print */
export async function dropUnreadable(ctx: Context): Promise<string> {
  const mails = await dropUnreadableMail(ctx)
  const logins = await dropUnreadableLogins(ctx)
  const twoFactor = await turnOffUnreadable(ctx)
  const browsers = await dropUnreadablePushKeys(ctx)
  return [
    'Dropped everything encrypted with another APP_SECRET:',
    `  ${logins} social accounts have to be connected again; what they had scheduled is held, and their owners are told`,
    `  ${twoFactor} people sign in with the password alone now, and are told so by mail`,
    `  ${browsers} browsers have to turn push on again`,
    `  ${mails} mails that waited are gone`,
  ].join('\n')
}
