import { createTransport } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

import type { Config } from '#api/runtime/config.ts'
import { withoutSecrets } from '#api/runtime/database-failure.ts'
import { type Finding, probe } from './finding.ts'

const PROBE_MS = 10_000
/** Ports for mail submission, where clients authenticate first (RFC 6409, RFC 8314). */
const SUBMISSION_PORTS = [465, 587]

export async function probeMail({ mail }: Pick<Config, 'mail'>): Promise<Finding> {
  const name = 'Mail'
  const { smtpUrl } = mail
  if (!smtpUrl) {
    return {
      state: 'missing',
      name,
      message: 'SMTP_URL is not set: nobody can sign up, because codes can’t be mailed.',
      remedy:
        'Ask your mail provider for SMTP: SMTP_URL=smtps://USER:PASSWORD@HOST:465 and MAIL_FROM="Name <address>".',
    }
  }
  const { username, password } = new URL(smtpUrl)
  if (username && !password) {
    return {
      state: 'wrong',
      name,
      message: 'SMTP_URL has a user but no password.',
      remedy: 'SMTP_URL=smtps://USER:PASSWORD@HOST:465',
    }
  }
  return probe(
    name,
    async () => {
      if (!username) await requireNoSignIn(smtpUrl)
      const transport = createTransport({ url: smtpUrl, ...TIMEOUTS })
      await transport.verify().finally(() => transport.close())
      return `${withoutSecrets(smtpUrl)} accepts mail from ${mail.from}`
    },
    'Check SMTP_URL: scheme (smtps for 465, smtp for 587), user, password, host.',
  )
}

const TIMEOUTS = { connectionTimeout: PROBE_MS, greetingTimeout: PROBE_MS, socketTimeout: PROBE_MS }

/**
 * Connects without a password, and fails if the server requires one. Otherwise, the problem would only show with the first
 * mail: a submission server accepts the connection.
 */
async function requireNoSignIn(smtpUrl: string): Promise<void> {
  const { protocol, hostname, port } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  const connection = new SMTPConnection({
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...TIMEOUTS,
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  promise.catch(() => {})
  connection.once('error', reject)
  connection.connect(() => resolve())
  await promise.finally(() => connection.close())
  if (connection.allowsAuth && SUBMISSION_PORTS.includes(Number(connection.options.port)))
    throw new Error('The mail server requires a sign-in, but SMTP_URL has no user and password.')
}
