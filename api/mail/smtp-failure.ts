import * as v from 'valibot'

/** Fields of nodemailer's errors. Their message may contain the recipient, so it isn't logged. */
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

/** Matches a permanent rejection of the recipient or the text. A rejected sender is a setting that the operator can fix. */
export const isPermanent = ({ code, responseCode = 0, command }: Failure) =>
  responseCode >= 500 && (code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM'))

/** Returns advice for the operator; undefined if only this mail is rejected. */
export function explainSmtpFailure({ code = '', command }: Failure): string | undefined {
  if (code === 'EAUTH') return 'The mail server refuses the user or the password of SMTP_URL.'
  if (code === 'EENVELOPE' && command === 'MAIL FROM')
    return 'The mail server doesn’t accept MAIL_FROM as sender. Allow that address there, or set another.'
  if (['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EPROTOCOL'].includes(code))
    return 'The mail server doesn’t respond, or disconnects. Mail waits in the outbox; `bun run doctor` tries SMTP_URL.'
  return undefined
}
