import { createTransport } from 'nodemailer'

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

/** Hands one mail to the post office. Throws when it was not taken. `messageId` is the same at every try. */
export type Mailer = { send(mail: Mail, messageId: string): Promise<void>; close(): void }

const SMTP_TIMEOUT_MS = 15_000

export function smtpMailer({ mail: { smtpUrl, from }, siteUrl }: Pick<Config, 'mail' | 'siteUrl'>): Mailer {
  if (!smtpUrl) {
    return {
      send: () => Promise.reject(new Error('SMTP_URL is not set')),
      close: () => {},
    }
  }
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 4,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  })
  return {
    async send({ unsubscribe, ...mail }, messageId) {
      const headers = unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
      await transport.sendMail({
        ...mail,
        ...(headers && { headers }),
        from,
        messageId: `<${messageId}@${new URL(siteUrl).hostname}>`,
      })
    },
    close: () => transport.close(),
  }
}
