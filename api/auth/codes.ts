import type { Context } from '#api/context.ts'
import { isKeyedHash, keyedHash, newCode } from '#api/crypto/secrets.ts'
import { OTP_LENGTH } from '#shared/auth/auth.ts'

const PURPOSE = 'sign-up code'
export const CODE_MINUTES = 10
/** Wrong attempts that invalidate a code, counted separately with and without its ticket. */
export const MAX_ATTEMPTS = 5

/** Returns a new code for a sign-up, and the values for its row. */
export function issueCode({ config, now }: Context, signupId: string) {
  const code = newCode(OTP_LENGTH)
  const codeExpiresAt = new Date(now().getTime() + CODE_MINUTES * 60_000)
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

export const isCode = ({ config }: Context, signup: { id: string; codeHash: string }, code: string) =>
  isKeyedHash(config.appSecret, PURPOSE, bindCode(signup.id, code), signup.codeHash)

/** Binds the code to its sign-up and purpose, so that it is worthless elsewhere. */
const bindCode = (signupId: string, code: string) => `sign-up ${signupId} ${code}`
