import pino from 'pino'

import type { Config } from './config.ts'

export type Logger = pino.Logger

const SECRET_KEYS = ['authorization', 'cookie', 'password', 'newPassword', 'oldPassword', 'confirmPassword', 'token', 'accessToken', 'access_token', 'otp', 'code', 'state', 'secret', 'client_secret']

/** JSON lines. Callers log ids and counts, never bodies; what slips in under a secret's name is redacted. */
export const createLog = (config: Pick<Config, 'logLevel'>): Logger =>
  pino({
    level: config.logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_KEYS.flatMap(key => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
  })
