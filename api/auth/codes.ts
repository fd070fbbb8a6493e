import type { Context } from '#api/context.ts'
import { isKeyedHash, keyedCode, keyedHash } from '#api/crypto/secrets.ts'
import { OTP_LENGTH } from '#shared/auth/auth.ts'

const PURPOSE = 'sign-up code'
export const CODE_MINUTES = 10
/** Number of wrong attempts that invalidates a code. Attempts with and without the ticket are counted separately. */
export const MAX_ATTEMPTS = 5

/** Returns a new code for a sign-up, and the values for its row. */
export function issueCode({ config, now }: Context, signupId: string) {
  const codeExpiresAt = new Date(now().getTime() + CODE_MINUTES * 60_000)
  const code = codeUntil(config, signupId, codeExpiresAt)
  return {
    code,
    stored: {
      codeHash: keyedHash(config.appSecret, PURPOSE, bindCode(signupId, code)),
      codeExpiresAt,
      attempts: 0,
      attemptsWithoutTicket: 0,
    },
  }
}

type Signup = { id: string; codeHash: string; codeExpiresAt: Date }

/** Returns the last code if it is still valid, to be mailed again. Resets only the attempts without a ticket. */
export function mailedCode(ctx: Context, signup: Signup) {
  const code = codeUntil(ctx.config, signup.id, signup.codeExpiresAt)
  const isValid = signup.codeExpiresAt > ctx.now() && isCode(ctx, signup, code)
  return isValid ? { code, stored: { attemptsWithoutTicket: 0 } } : undefined
}

const codeUntil = ({ appSecret }: Context['config'], signupId: string, expiresAt: Date) =>
  keyedCode(appSecret, 'sign-up digits', `${signupId} ${+expiresAt}`, OTP_LENGTH)

export const isCode = ({ config }: Context, signup: { id: string; codeHash: string }, code: string) =>
  isKeyedHash(config.appSecret, PURPOSE, bindCode(signup.id, code), signup.codeHash)

/** Binds the code to its sign-up and purpose, so that it is worthless elsewhere. */
const bindCode = (signupId: string, code: string) => `sign-up ${signupId} ${code}`
