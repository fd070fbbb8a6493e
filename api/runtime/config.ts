import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as v from 'valibot'

import { brand } from '#shared/brand.ts'
import { dataDirFailure, makeDataDir } from './data-dir.ts'
import { StartError } from './errors.ts'

const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`
  return v.pipe(
    v.string(),
    v.regex(/^\d+$/, message),
    v.transform(Number),
    v.minValue(min, message),
    v.maxValue(max, message),
  )
}

const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.picklist(options, `must be one of ${options.join(', ')}`)

export const url = v.pipe(
  v.string(),
  v.check(text => /^https?:\/\//.test(text) && URL.canParse(text), 'must be an http(s) URL'),
  v.transform(text => text.replace(/\/+$/, '')),
)

function hasHost(text: string): boolean {
  return (URL.parse(text)?.hostname ?? '') !== ''
}

const origins = v.pipe(
  v.string(),
  v.transform(text => text.split(',').flatMap(one => one.trim() || [])),
  v.everyItem(
    one => URL.canParse(one) && new URL(one).origin === one,
    'must be origins such as https://push.example.com, joined by commas',
  ),
)

const flag = v.pipe(
  v.picklist(['0', '1'], 'must be 0 or 1'),
  v.transform(text => text === '1'),
)

const SETTINGS = {
  NODE_ENV: v.optional(oneOf(['production', 'development', 'test']), 'development'),
  PORT: v.optional(wholeNumber(0, 65_535), '3000'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(file:|libsql:|https?:|wss?:|:memory:)/, 'must start with file:, libsql:, http: or https:'),
      v.check(
        text => /^(file:|:memory:)/.test(text) || hasHost(text),
        'must name a server, as in libsql://HOST',
      ),
    ),
  ),
  DATABASE_AUTH_TOKEN: v.optional(v.string()),
  PUBLIC_URL: v.optional(url),
  SITE_URL: v.optional(url),
  APP_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  TRUST_PROXY: v.optional(flag, '0'),
  LOG_LEVEL: v.optional(oneOf(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
  METRICS_TOKEN: v.optional(v.string()),
  LATE_LIMIT_MINUTES: v.optional(wholeNumber(1, 10_080), '60'),
  STORAGE_GB_PER_PERSON: v.optional(wholeNumber(1, 1_000_000), '50'),
  SMTP_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://'),
      v.check(
        text => hasHost(text) && !/[#]|\/\/.*\/./.test(text),
        'must be smtps://USER:PASSWORD@HOST:465 or smtp://…:587, with special characters of the user and password percent-encoded: @ : / # ? are %40 %3A %2F %23 %3F',
      ),
    ),
  ),
  MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.regex(/[^\s@<>]+@[^\s@<>]+/, 'must contain an e-mail address, as in Name <address>'),
    ),
    `${brand.siteName} <${brand.email}>`,
  ),
  S3_ENDPOINT: v.optional(url),
  S3_BUCKET: v.optional(v.string()),
  S3_REGION: v.optional(v.string(), 'us-east-1'),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  META_APP_ID: v.optional(v.string()),
  META_APP_SECRET: v.optional(v.string()),
  META_LOGIN_CONFIG_ID: v.optional(v.string()),
  META_GRAPH_VERSION: v.optional(v.pipe(v.string(), v.regex(/^v\d+\.\d+$/, 'must look like v23.0')), 'v23.0'),
  INSTAGRAM_APP_ID: v.optional(v.string()),
  INSTAGRAM_APP_SECRET: v.optional(v.string()),
  GOOGLE_CLIENT_ID: v.optional(v.string()),
  GOOGLE_CLIENT_SECRET: v.optional(v.string()),
  GOOGLE_ACCOUNTS_URL: v.optional(url, 'https://accounts.google.com'),
  GOOGLE_TOKEN_URL: v.optional(url, 'https://oauth2.googleapis.com/token'),
  GOOGLE_BUSINESS_URL: v.optional(url),
  PUSH_SERVICES: v.optional(origins, ''),
  GOOGLE_CERTS_URL: v.optional(url, 'https://www.googleapis.com/oauth2/v3/certs'),
  PAGESPEED_API_KEY: v.optional(v.string()),
  PAGESPEED_URL: v.optional(url, 'https://www.googleapis.com/pagespeedonline/v5'),
  CHROME_PATH: v.optional(v.string()),
  FFMPEG_PATH: v.optional(v.string()),
  ALLOW_PRIVATE_AUDITS: v.optional(flag, '0'),
  FACEBOOK_URL: v.optional(url, 'https://www.facebook.com'),
  FACEBOOK_GRAPH_URL: v.optional(url, 'https://graph.facebook.com'),
  INSTAGRAM_URL: v.optional(url, 'https://www.instagram.com'),
  INSTAGRAM_API_URL: v.optional(url, 'https://api.instagram.com'),
  INSTAGRAM_GRAPH_URL: v.optional(url, 'https://graph.instagram.com'),
  OPENAI_API_KEY: v.optional(v.string()),
  OPENAI_MODEL: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty('must name a model')), 'gpt-4o'),
  OPENAI_BASE_URL: v.optional(url, 'https://api.openai.com/v1'),
}

type Environment = Record<string, string | undefined>

export type Config = ReturnType<typeof readConfig>

/** An invalid setting. The message names the variable, never its value. */
class ConfigError extends StartError {
  override name = 'ConfigError'
}

/** Parses settings, such as those that only one network has. @throws {ConfigError} naming each invalid variable */
export function readSettings<const Settings extends v.ObjectEntries>(
  settings: Settings,
  environment: Environment,
) {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = v.safeParse(v.object(settings), set)
  if (parsed.success) return parsed.output
  throw new ConfigError(parsed.issues.map(issue => `${v.getDotPath(issue)} ${issue.message}`).join('\n'))
}

/**
 * Parses the environment. Outside production a missing APP_SECRET is generated and saved in DATA_DIR.
 * @throws {ConfigError} naming each invalid variable
 */
export function readConfig(environment: Environment) {
  const env = readSettings(SETTINGS, environment)
  const production = env.NODE_ENV === 'production'
  if (production && !env.APP_SECRET) {
    throw new ConfigError(
      'APP_SECRET must be set in production. Generate one, and keep it: openssl rand -hex 32',
    )
  }
  const storage = readStorage(env)

  const dataDir = resolve(env.DATA_DIR)
  const publicUrl = env.PUBLIC_URL ?? `http://127.0.0.1:${env.PORT}`
  return {
    environment,
    production,
    port: env.PORT,
    host: env.HOST,
    dataDir,
    publicUrl,
    siteUrl: env.SITE_URL ?? publicUrl,
    appSecret: env.APP_SECRET ?? savedSecret(dataDir),
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    ffmpegPath: env.FFMPEG_PATH,
    lateLimitMs: env.LATE_LIMIT_MINUTES * 60_000,
    storagePerPerson: env.STORAGE_GB_PER_PERSON * 1024 ** 3,
    database: {
      url: env.DATABASE_URL ?? `file:${join(dataDir, 'currawong.db')}`,
      authToken: env.DATABASE_AUTH_TOKEN,
    },
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    pushServices: env.PUSH_SERVICES,
    storage,
    audits: {
      pagespeedKey: env.PAGESPEED_API_KEY,
      pagespeedUrl: env.PAGESPEED_URL,
      chromePath: env.CHROME_PATH,
      allowPrivate: env.ALLOW_PRIVATE_AUDITS,
    },
    facebook: {
      appId: env.META_APP_ID ?? '',
      appSecret: env.META_APP_SECRET ?? '',
      loginConfigId: env.META_LOGIN_CONFIG_ID,
      dialogUrl: `${env.FACEBOOK_URL}/${env.META_GRAPH_VERSION}/dialog/oauth`,
      graphUrl: `${env.FACEBOOK_GRAPH_URL}/${env.META_GRAPH_VERSION}`,
      videoUrl: `${videoHost(env.FACEBOOK_GRAPH_URL)}/${env.META_GRAPH_VERSION}`,
    },
    instagram: {
      appId: env.INSTAGRAM_APP_ID ?? '',
      appSecret: env.INSTAGRAM_APP_SECRET ?? '',
      dialogUrl: `${env.INSTAGRAM_URL}/oauth/authorize`,
      tokenUrl: `${env.INSTAGRAM_API_URL}/oauth/access_token`,
      graphUrl: env.INSTAGRAM_GRAPH_URL,
      version: env.META_GRAPH_VERSION,
    },
    openai: {
      apiKey: env.OPENAI_API_KEY?.trim() ?? '',
      model: env.OPENAI_MODEL,
      baseUrl: env.OPENAI_BASE_URL,
    },
    google: {
      clientId: env.GOOGLE_CLIENT_ID ?? '',
      clientSecret: env.GOOGLE_CLIENT_SECRET ?? '',
      accountsUrl: env.GOOGLE_ACCOUNTS_URL,
      dialogUrl: `${env.GOOGLE_ACCOUNTS_URL}/o/oauth2/v2/auth`,
      tokenUrl: env.GOOGLE_TOKEN_URL,
      revokeUrl: env.GOOGLE_TOKEN_URL.replace(/\/token$/, '/revoke'),
      certsUrl: env.GOOGLE_CERTS_URL,
      business: googleBusiness(env.GOOGLE_BUSINESS_URL),
    },
  }
}

/** Videos have their own host. The sandbox serves all of Graph from one base URL. */
const videoHost = (graphUrl: string) =>
  graphUrl === 'https://graph.facebook.com' ? 'https://graph-video.facebook.com' : graphUrl

/** Business Profile consists of five Google services. The sandbox serves them from one base URL. */
const googleBusiness = (base?: string) => ({
  accountsUrl: `${base ?? 'https://mybusinessaccountmanagement.googleapis.com'}/v1`,
  verificationsUrl: `${base ?? 'https://mybusinessverifications.googleapis.com'}/v1`,
  informationUrl: `${base ?? 'https://mybusinessbusinessinformation.googleapis.com'}/v1`,
  performanceUrl: `${base ?? 'https://businessprofileperformance.googleapis.com'}/v1`,
  postsUrl: `${base ?? 'https://mybusiness.googleapis.com'}/v4`,
})

function readStorage(env: ReturnType<typeof readSettings<typeof SETTINGS>>) {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = env
  if (!bucket) return undefined
  if (!accessKeyId || !secretAccessKey) {
    throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set with S3_BUCKET')
  }
  return { endpoint, bucket, region: env.S3_REGION, accessKeyId, secretAccessKey }
}

/** @throws {StartError} if DATA_DIR can't be written */
function savedSecret(dataDir: string): string {
  const file = join(dataDir, 'app-secret')
  makeDataDir(dataDir)
  const saved = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (saved !== '') return saved
  // Links the complete file under its final name, so that neither a full disk nor a second process can leave an empty secret.
  const unfinished = `${file}.${randomUUID()}`
  try {
    writeFileSync(unfinished, randomBytes(32).toString('hex'), { mode: 0o600 })
    if (existsSync(file) && statSync(file).size === 0) rmSync(file)
    linkSync(unfinished, file)
  } catch (error) {
    // Another process that starts at the same time may have saved the secret.
    if (!existsSync(file) || readFileSync(file, 'utf8') === '') throw dataDirFailure(dataDir, error)
  } finally {
    rmSync(unfinished, { force: true })
  }
  return readFileSync(file, 'utf8')
}
