import { PassThrough, type Readable } from 'node:stream'
import { createTransport, type Transporter } from 'nodemailer'
import * as v from 'valibot'

import type { Config } from '#api/config.ts'

export type Mail = {
  to: string
  replyTo?: string | undefined
  subject: string
  text: string
  html: string
  /** Where mail of this kind is turned off by one POST without logging in (RFC 8058). */
  unsubscribe?: string | undefined
}

/**
 * Hands one mail to the post office. Throws when it was not taken, and `MailUnsure` when that isn't known. `messageId` is the same
 * at every try.
 */
export type Mailer = { send(mail: Mail, messageId: string): Promise<void>; close(): void }

/** The mail server got all of the mail and then said nothing: it may have taken it. */
export class MailUnsure extends Error {
  override name = 'MailUnsure'
}

/** Many mail servers take no more from one sender at a time. */
export const MAIL_CONNECTIONS = 4
const CONNECT_TIMEOUT_MS = 15_000
/** Some look through a mail for half a minute before they say that they took it. */
const SILENCE_TIMEOUT_MS = 40_000

export function smtpMailer(
  { mail: { smtpUrl, from }, siteUrl }: Pick<Config, 'mail' | 'siteUrl'>,
  timeouts: Timeouts = {},
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
    // What isn't taken waits in the outbox. By itself the pool would send a mail up to six times where the line breaks.
    maxRequeues: 0,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    ...timeouts,
  })
  const handedOver = noteHandedOver(transport)
  return {
    async send({ unsubscribe, ...mail }, messageId) {
      const headers = unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
      const name = `<${messageId}@${new URL(siteUrl).hostname}>`
      try {
        await transport.sendMail({ ...mail, ...(headers && { headers }), from, messageId: name })
      } catch (cause) {
        const isAnswer = v.is(SmtpAnswer, cause)
        throw handedOver.has(name) && !isAnswer ? new MailUnsure('No answer to the mail', { cause }) : cause
      } finally {
        handedOver.delete(name)
      }
    },
    close: () => transport.close(),
  }
}

type Timeouts = { connectionTimeout?: number; greetingTimeout?: number; socketTimeout?: number }

const SmtpAnswer = v.object({ responseCode: v.number() })

/** The names of mails of which the server has got all that there is. */
function noteHandedOver(transport: Pick<Transporter, 'use'>): Set<string> {
  const names = new Set<string>()
  transport.use('stream', ({ message }, done) => {
    message.processFunc((source: Readable) => {
      const last = new PassThrough()
      source.once('error', error => last.destroy(error))
      last.once('end', () => names.add(message.messageId()))
      return source.pipe(last)
    })
    done()
  })
  return names
}
