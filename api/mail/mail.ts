import { PassThrough, type Readable } from 'node:stream'
import { createTransport, type Transporter } from 'nodemailer'
import * as v from 'valibot'

import type { Config } from '#api/runtime/config.ts'

export const Mail = v.object({
  to: v.string(),
  replyTo: v.optional(v.string()),
  subject: v.string(),
  text: v.string(),
  html: v.string(),
  /** URL for one-click unsubscribe: a POST without a session turns off mail of this kind (RFC 8058). */
  unsubscribe: v.optional(v.string()),
  /** An event for the reader's calendar, as iCalendar (RFC 5546). */
  calendar: v.optional(v.object({ method: v.picklist(['REQUEST', 'CANCEL']), content: v.string() })),
})
export type Mail = v.InferOutput<typeof Mail>

/**
 * Sends one mail. `messageId` must be the same at every attempt.
 * @throws {MailUnsure} if the mail may have been accepted; any other error means that it wasn't
 */
export type Mailer = { send(mail: Mail, messageId: string): Promise<void>; close(): void }

/** The mail server received the whole mail but didn't respond, so it may have accepted it. */
export class MailUnsure extends Error {
  override name = 'MailUnsure'
}

/** Maximum number of connections, because many mail servers accept no more per sender. */
export const MAIL_CONNECTIONS = 4
const CONNECT_TIMEOUT_MS = 15_000
/** Maximum silence of the server. Some servers scan a mail for half a minute before they accept it. */
const SILENCE_TIMEOUT_MS = 40_000

export function smtpMailer(
  { mail: { smtpUrl, from }, siteUrl }: Pick<Config, 'mail' | 'siteUrl'>,
  timeouts: { connectionTimeout?: number; greetingTimeout?: number; socketTimeout?: number } = {},
): Mailer {
  if (!smtpUrl) {
    return {
      send: () => Promise.reject(new Error('SMTP_URL is not set')),
      close: () => {},
    }
  }
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: MAIL_CONNECTIONS,
    // The outbox retries. The pool itself would resend a mail up to five times when the connection breaks.
    maxRequeues: 0,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    ...timeouts,
  })
  const transmitted = trackTransmitted(transport)
  return {
    async send({ unsubscribe, html, calendar, ...rest }, messageId) {
      // Mail programs can't resolve a path without the site's URL.
      const mail = {
        ...rest,
        html: html.replaceAll('src="/', `src="${siteUrl}/`),
        ...(calendar && { icalEvent: { ...calendar, filename: 'call.ics' } }),
      }
      const headers = unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
      const name = `<${messageId}@${new URL(siteUrl).hostname}>`
      try {
        await transport.sendMail({ ...mail, ...(headers && { headers }), from, messageId: name })
      } catch (cause) {
        const isResponse = v.is(SmtpResponse, cause)
        throw transmitted.has(name) && !isResponse
          ? new MailUnsure('The mail server didn’t respond', { cause })
          : cause
      } finally {
        transmitted.delete(name)
      }
    },
    close: () => transport.close(),
  }
}

const SmtpResponse = v.object({ responseCode: v.number() })

/** Collects the ids of messages that have been transmitted completely. */
function trackTransmitted(transport: Pick<Transporter, 'use'>): Set<string> {
  const ids = new Set<string>()
  transport.use('stream', ({ message }, done) => {
    message.processFunc((source: Readable) => {
      const last = new PassThrough()
      source.once('error', error => last.destroy(error))
      last.once('end', () => ids.add(message.messageId()))
      return source.pipe(last)
    })
    done()
  })
  return ids
}

/** Fields of nodemailer's errors. Their message may contain the recipient, so it isn't logged. */
const Failure = v.object({
  code: v.optional(v.string()),
  responseCode: v.optional(v.number()),
  command: v.optional(v.string()),
})
type Failure = v.InferOutput<typeof Failure>

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
