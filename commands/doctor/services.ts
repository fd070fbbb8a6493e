import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import * as v from 'valibot'

import type { Config } from '#api/runtime/config.ts'
import { withoutSecrets } from '#api/runtime/database-failure.ts'
import { fetchOutside } from '#api/runtime/fetch.ts'
import { openStorage } from '#api/storage/open.ts'
import { absent, type Finding, messageOf, probe, ready, wrong, ProbeError } from './finding.ts'

const PROBE_MS = 10_000

const ErrorResponse = v.object({
  error: v.object({ message: v.string(), code: v.nullish(v.union([v.string(), v.number()]), '') }),
})
const OAuthErrorResponse = v.object({ error: v.string() })

/**
 * Requests an app token from Meta, which issues one only for the right secret (developers.facebook.com, Access Tokens,
 * App Access Tokens). Instagram apps have no such call.
 */
export async function probeFacebook({ facebook }: Config): Promise<Finding> {
  const { appId, appSecret, graphUrl, loginConfigId } = facebook
  if (!appId || !appSecret)
    return absent(
      'Facebook',
      appId || appSecret,
      'META_APP_ID and META_APP_SECRET are not both set: nobody can connect a Page (`bun run up` simulates Facebook in the sandbox).',
      'developers.facebook.com → Create app → Business → App settings → Basic. docs/operating.md lists the permissions to request.',
    )
  const credentials = { client_id: appId, client_secret: appSecret, grant_type: 'client_credentials' }
  return probe(
    'Facebook',
    async () => {
      const url = `${graphUrl}/oauth/access_token?${new URLSearchParams(credentials)}`
      const { ok, status, body } = await request('Meta', url)
      const scopes = loginConfigId
        ? `login configuration ${loginConfigId}`
        : 'requests each scope by name (no META_LOGIN_CONFIG_ID)'
      if (ok) return `app ${appId}, ${scopes}; Meta accepts the secret`
      const { success, output } = v.safeParse(ErrorResponse, body)
      const why = success ? `${output.error.message} (code ${output.error.code})` : `status ${status}`
      throw new Error(`Meta refuses META_APP_ID with META_APP_SECRET: ${why.replaceAll(appSecret, '…')}`)
    },
    'developers.facebook.com → the app → App settings → Basic: copy id and secret again. A reset secret takes effect immediately.',
  )
}

export function checkInstagram({ instagram: { appId, appSecret } }: Config): Finding {
  if (appId && appSecret) return ready('Instagram', `app ${appId}`)
  return absent(
    'Instagram',
    appId || appSecret,
    'INSTAGRAM_APP_ID and INSTAGRAM_APP_SECRET are not both set: nobody can connect Instagram (`bun run up` simulates it).',
    'In the same Meta app: Instagram → API setup with Instagram login. The id and secret there are not Facebook’s.',
  )
}

export function checkGoogleSignIn({ google }: Config): Finding {
  if (google.clientId) return ready('Google sign-in', `client ${google.clientId}`)
  return absent(
    'Google sign-in',
    false,
    'GOOGLE_CLIENT_ID is not set: the sign-in window shows no Google button (`bun run up` simulates it).',
    'console.cloud.google.com → Google Auth Platform → Clients → Web application, with SITE_URL as an authorised JavaScript origin.',
  )
}

/** Sends Google an invalid refresh token. With the right secret Google refuses the token, with a wrong one the client. */
export async function probeGoogleBusiness({ google }: Config): Promise<Finding> {
  const { clientId, clientSecret, tokenUrl } = google
  if (!clientId || !clientSecret)
    return absent(
      'Google Business',
      clientSecret,
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are not both set: nobody can connect a Google Business Profile (`bun run up` simulates it).',
      'The secret of the same client, with PUBLIC_URL/api/auth/google as a redirect URI. docs/operating.md lists the APIs to switch on.',
    )
  const grant = { grant_type: 'refresh_token', refresh_token: 'none' }
  return probe(
    'Google Business',
    async () => {
      const form = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...grant })
      const { status, body } = await request('Google', tokenUrl, { method: 'POST', body: form })
      const { success, output } = v.safeParse(OAuthErrorResponse, body)
      if (success && output.error === 'invalid_grant') return `client ${clientId}; Google accepts the secret`
      const why = success ? output.error : `status ${status}`
      throw new Error(`Google refuses GOOGLE_CLIENT_ID with GOOGLE_CLIENT_SECRET: ${why}`)
    },
    'console.cloud.google.com → Google Auth Platform → Clients: copy id and secret of the same client again.',
  )
}

async function request(name: string, url: string, init: RequestInit = {}) {
  const response = await fetchOutside(url, { ...init, signal: AbortSignal.timeout(PROBE_MS) }).catch(
    (error: unknown) => {
      throw new ProbeError(`${name} can’t be reached: ${messageOf(error)}`, '')
    },
  )
  const body: unknown = await response.json().catch(() => undefined)
  return { ok: response.ok, status: response.status, body }
}

const Model = v.object({ shutdown_date: v.optional(v.nullable(v.string())) })

/** Checks the key, the model and the model's retirement date. Requests only the model's description, which is free. */
export async function probeWriting({ openai }: Config, now = new Date()): Promise<Finding> {
  const { apiKey, model, baseUrl } = openai
  if (!apiKey)
    return absent(
      'Texts by AI',
      false,
      'OPENAI_API_KEY is not set: AI writes no captions, weeks, answers or reports (`bun run up` simulates OpenAI).',
      'platform.openai.com → API keys, in a project with billing and a monthly limit.',
    )
  let isRetiring = false
  const finding = await probe(
    'Texts by AI',
    async () => {
      const headers = { Authorization: `Bearer ${apiKey}` }
      const url = `${baseUrl}/models/${encodeURIComponent(model)}`
      const { ok, status, body } = await request('OpenAI', url, { headers })
      const failure = v.safeParse(ErrorResponse, body)
      const why = failure.success ? failure.output.error.message.replaceAll(apiKey, '…') : ''
      if (!ok || body === undefined) throw new Error(`${status} ${why}`.trim())
      const { success, output } = v.safeParse(Model, body)
      if (!success || !output.shutdown_date) return `${model} responds`
      if (new Date(output.shutdown_date) <= now)
        throw new Error(`${model} was retired on ${output.shutdown_date}`)
      isRetiring = true
      return `${model} responds, and will be retired on ${output.shutdown_date}`
    },
    'Check OPENAI_API_KEY, OPENAI_MODEL and OPENAI_BASE_URL.',
  )
  const remedy = 'Before that day, set OPENAI_MODEL to its successor: developers.openai.com, Deprecations.'
  return isRetiring ? { ...finding, remedy } : finding
}

export const checkMetrics = ({ metricsToken }: Config): Finding =>
  metricsToken
    ? ready('Metrics', 'METRICS_TOKEN is set: /api/metrics requires it')
    : absent(
        'Metrics',
        false,
        'METRICS_TOKEN is not set: nobody can read /api/metrics.',
        'METRICS_TOKEN=$(openssl rand -hex 16).',
      )

export async function probeStorage(config: Config): Promise<Finding> {
  const { storage: bucket, dataDir } = config
  if (!bucket) return ready('Media', `stored in ${join(dataDir, 'media')} (no S3_BUCKET)`)
  return probe(
    'Media',
    async () => {
      const key = `probe/${crypto.randomUUID()}`
      const storage = openStorage(config)
      // Uploads an existing file, so that a full disk isn't reported as a fault of the bucket.
      await storage.put(key, import.meta.filename, 'text/plain')
      const stored = await storage.read(key)
      await storage.delete([key])
      if (!stored) throw new Error('The bucket accepted a file but didn’t return it')
      return `bucket ${bucket.bucket} stores, returns and deletes a file`
    },
    'Check S3_ENDPOINT, S3_BUCKET, S3_REGION and that the key may put, get and delete objects.',
  )
}

const TIMEOUTS = { connectionTimeout: PROBE_MS, greetingTimeout: PROBE_MS, socketTimeout: PROBE_MS }
/** Ports for mail submission, where clients authenticate first (RFC 6409, RFC 8314). */
const SUBMISSION_PORTS = [465, 587]

export async function probeMail({ mail: { smtpUrl, from } }: Pick<Config, 'mail'>): Promise<Finding> {
  if (!smtpUrl)
    return absent(
      'Mail',
      false,
      'SMTP_URL is not set: nobody can sign up, because codes can’t be mailed.',
      'Ask your mail provider for SMTP: SMTP_URL=smtps://USER:PASSWORD@HOST:465 and MAIL_FROM="Name <address>".',
    )
  const { username, password } = new URL(smtpUrl)
  if (username && !password)
    return wrong('Mail', 'SMTP_URL has a user but no password.', 'SMTP_URL=smtps://USER:PASSWORD@HOST:465')
  return probe(
    'Mail',
    async () => {
      if (!username) await requireNoSignIn(smtpUrl)
      const transport = createTransport({ url: smtpUrl, ...TIMEOUTS })
      await transport.verify().finally(() => transport.close())
      return `${withoutSecrets(smtpUrl)} accepts mail from ${from}`
    },
    'Check SMTP_URL: scheme (smtps for 465, smtp for 587), user, password, host.',
  )
}

/**
 * Fails if the server requires a password. Connecting alone wouldn't show it: a submission server accepts connections and
 * rejects the first mail.
 */
async function requireNoSignIn(smtpUrl: string): Promise<void> {
  const { protocol, hostname: host, port } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  const connection = new SMTPConnection({
    host,
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
