import { dropLoginsEncryptedElsewhere } from '#api/accounts/withdrawals.ts'
import { turnOffEncryptedElsewhere } from '#api/auth/two-factor/set-up.ts'
import type { Context } from '#api/context.ts'
import { dropMailEncryptedElsewhere } from '#api/outbox/outbox.ts'
import { dropPushKeysEncryptedElsewhere } from '#api/push/keys.ts'

/** What was sealed with an APP_SECRET that is lost goes, and whoever it concerns is told. @returns what to say */
export async function dropEncryptedElsewhere(ctx: Context): Promise<string> {
  const mails = await dropMailEncryptedElsewhere(ctx)
  const logins = await dropLoginsEncryptedElsewhere(ctx)
  const twoFactor = await turnOffEncryptedElsewhere(ctx)
  const browsers = await dropPushKeysEncryptedElsewhere(ctx)
  return [
    'Dropped what another APP_SECRET had sealed:',
    `  ${logins} social accounts have to be connected again; what they had scheduled is held, and their owners are told`,
    `  ${twoFactor} people sign in with the password alone now, and are told so by mail`,
    `  ${browsers} browsers have to turn push on again`,
    `  ${mails} mails that waited are gone`,
  ].join('\n')
}
