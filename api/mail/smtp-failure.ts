import * as v from 'valibot'

/** What nodemailer's errors carry; their text may hold the recipient, so it isn't logged. */
const Failure = v.object({
  code: v.optional(v.string()),
  responseCode: v.optional(v.number()),
  command: v.optional(v.string()),
})
export type Failure = v.InferOutput<typeof Failure>

export function failureOf(error: unknown): Failure {
  const read = v.safeParse(Failure, error)
  return read.success ? read.output : {}
}

/** Refused for good: this recipient or this text. A refused sender is a setting, which the operator can put right. */
export const isPermanent = ({ code, responseCode = 0, command }: Failure) =>
  responseCode >= 500 && (code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM'))

/** What the operator can do about it; undefined where the mail alone is refused. */
export function meaningOf({ code = '', command }: Failure): string | undefined {
  if (code === 'EAUTH') return 'The mail server refuses the user or the password of SMTP_URL.'
  if (code === 'EENVELOPE' && command === 'MAIL FROM')
    return 'The mail server lets nobody send as MAIL_FROM. Allow that address there, or set another.'
  if (['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EPROTOCOL'].includes(code))
    return 'The mail server does not answer, or breaks off. Mail waits in the outbox; `bun run doctor` tries SMTP_URL.'
  return undefined
}
