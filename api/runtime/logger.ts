import { DrizzleQueryError } from 'drizzle-orm'
import pino from 'pino'

import { explainDatabaseFailure, rootOf } from './database-failure.ts'

export type Logger = pino.Logger

const SECRET_KEYS = [
  'authorization',
  'cookie',
  'password',
  'newPassword',
  'oldPassword',
  'confirmPassword',
  'token',
  'accessToken',
  'access_token',
  'otp',
  'code',
  'state',
  'secret',
  'client_secret',
]

/** Creates a logger of JSON lines. Callers log ids and counts, never bodies; as a safety net, fields named like secrets are redacted. */
export const createLog = (
  config: { logLevel: string; database?: { url: string } },
  destination: pino.DestinationStream = standardOutput(),
): Logger =>
  pino(
    {
      level: config.logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: error => describeError(error, config.database?.url) },
      redact: { paths: SECRET_KEYS.flatMap(key => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    },
    destination,
  )

/**
 * Creates a logger for frequent lines with few, known fields. It bypasses pino's redaction, which takes many times as long as
 * writing the line.
 */
export function plainLog(log: Logger): { info(fields: object, msg: string): void } {
  const destination = Reflect.get(log, pino.symbols.streamSym) as pino.DestinationStream
  const level = log.levels.values.info
  return {
    info(fields, msg) {
      if (!log.isLevelEnabled('info')) return
      const time = new Date().toISOString()
      destination.write(`${JSON.stringify({ level, time, ...fields, msg })}\n`)
    },
  }
}

let standard: pino.DestinationStream | undefined
const standardOutput = () => (standard ??= pino.destination({ dest: 1, sync: true }))

/**
 * Explains failures that the operator can fix. Leaves out Drizzle's message, which contains a failed query's values: hashes,
 * encrypted tokens, users' input.
 */
function describeError(error: Error, databaseUrl = ''): object {
  const meaning = explainDatabaseFailure(error, databaseUrl)
  if (meaning) return { type: error.name, message: rootOf(error).message, meaning }
  if (!(error instanceof DrizzleQueryError)) return pino.stdSerializers.err(error)
  const frames = error.stack?.split('\n').filter(line => /^\s+at /.test(line))
  return { type: error.name, query: error.query, message: String(error.cause), stack: frames?.join('\n') }
}

type Parts = { log: Logger; now: () => Date }

const REPEAT_MS = 60_000

/** Logs an error with the same cause at most once a minute, with the number of occurrences, to keep the log small. */
export function throttledErrorLogger({ log, now }: Parts, message: string, fields: object = {}) {
  let last = { cause: '', at: 0, suppressed: 0 }
  return (error: unknown) => {
    const cause = rootOf(error).message
    const at = +now()
    if (cause === last.cause && Math.abs(at - last.at) < REPEAT_MS) return void last.suppressed++
    const times = last.cause === cause ? last.suppressed + 1 : 1
    log.error({ ...fields, err: error, ...(times > 1 && { times }) }, message)
    last = { cause, at, suppressed: 0 }
  }
}
