import type { Context } from '#api/context.ts'
import { isKeyedHash, keyedHash, newCode } from '#api/crypto/secrets.ts'
import { OTP_LENGTH } from '#shared/auth/auth.ts'

const PURPOSE = 'sign-up code'
export const CODE_MINUTES = 10
/** Wrong tries after which a code is dead, for those with the ticket and for those without. */
export const MAX_TRIES = 5

/** A fresh code for a sign-up, and what its row then holds. */
export function issueCode({ config, now }: Context, signupId: string) {
  const code = newCode(OTP_LENGTH)
  const codeExpiresAt = new Date(now().getTime() + CODE_MINUTES * 60_000)
  return {
    code,
    stored: {
      codeHash: keyedHash(config.appSecret, PURPOSE, boundCode(signupId, code)),
      codeExpiresAt,
      attempts: 0,
      attemptsWithoutTicket: 0,
    },
  }
}

export const isCode = ({ config }: Context, signup: { id: string; codeHash: string }, code: string) =>
  isKeyedHash(config.appSecret, PURPOSE, boundCode(signup.id, code), signup.codeHash)

/** Bound to its sign-up and purpose: the same figures are worth nothing elsewhere. */
const boundCode = (signupId: string, code: string) => `sign-up ${signupId} ${code}`
