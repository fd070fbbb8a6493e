import { createHmac } from 'node:crypto'
import * as v from 'valibot'

import type { Usage } from '#api/networks/core/feed.ts'
import {
  send,
  inconclusiveError,
  retryAfterMinutes,
  retryIn,
  type CallSettings,
} from '#api/networks/core/http.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { networks, type NetworkId } from '#shared/networks.ts'
import { type Failure, findFailure, CREDENTIALS_REJECTED } from './failures.ts'
import { parseGraphJson } from './json.ts'

type Fields = Record<string, string | number | boolean | undefined>

export type GraphRequest<Schema extends v.GenericSchema> = CallSettings & {
  provider: NetworkId
  url: string
  /** Schema of the response. */
  schema: Schema
  method?: 'GET' | 'POST' | 'DELETE'
  query?: Fields
  form?: Fields
  /** A multipart or raw body, in place of `form`. */
  body?: FormData | Blob
  token?: string
  /** Replaces the default headers, including the token's. */
  headers?: Record<string, string>
  /** Signs the token (`appsecret_proof`). */
  appSecret?: string
  onUsage?: (usage: Usage) => void
}

/** Token and context of an account's requests. */
export type GraphAccess = { token: string } & Pick<
  GraphRequest<v.GenericSchema>,
  'now' | 'onUsage' | 'signal'
>

/**
 * Sends a request to Graph.
 * @throws {NetworkError} whose kind shows whether something may have been published; it contains no token
 */
export async function graphRequest<Schema extends v.GenericSchema>(
  request: GraphRequest<Schema>,
): Promise<{ data: v.InferOutput<Schema>; usage: Usage }> {
  const { provider, risky = false, now } = request
  const { name } = networks[provider]
  const { response, text } = await send({
    ...request,
    url: urlOf(request),
    method: request.method ?? 'GET',
    headers: request.headers ?? (request.token ? { Authorization: `Bearer ${request.token}` } : {}),
    body: bodyOf(request),
  })
  const usage = readUsage(response.headers)
  request.onUsage?.(usage)
  const json = parseGraphJson(text)
  const error = readGraphError(json, {
    provider,
    risky,
    status: response.status,
    isSigned: request.token !== undefined && request.appSecret !== undefined,
    usage,
    retryAfter: response.headers.get('Retry-After'),
    now: now(),
    redact: text => redact(text, request),
  })
  if (error) throw error
  if (!response.ok)
    throw inconclusiveError(
      `http/${response.status}`,
      `${name} responded with ${response.status} without a reason.`,
      {
        risky,
      },
    )

  const data = v.safeParse(request.schema, json)
  if (!data.success)
    throw inconclusiveError('unreadable', `${name} gave a response we can’t read.`, { risky })
  return { data: data.output, usage }
}

function urlOf<Schema extends v.GenericSchema>(request: GraphRequest<Schema>): string {
  const url = new URL(request.url)
  for (const [name, value] of entries(request.query)) url.searchParams.set(name, value)
  if (!request.form) for (const [name, value] of entries(proofOf(request))) url.searchParams.set(name, value)
  return url.href
}

function bodyOf<Schema extends v.GenericSchema>(request: GraphRequest<Schema>): BodyInit | null {
  if (request.body) return request.body
  return request.form ? new URLSearchParams(entries({ ...request.form, ...proofOf(request) })) : null
}

/** Returns Meta's proof of the app secret: the hex HMAC-SHA256 of the token. */
const proofOf = ({ token, appSecret }: { token?: string; appSecret?: string }): Fields =>
  token && appSecret ? { appsecret_proof: createHmac('sha256', appSecret).update(token).digest('hex') } : {}

const entries = (fields: Fields = {}) =>
  Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )

const SECRET_FIELDS = /token|secret|code/

/** Removes secrets from a message, because Graph quotes malformed tokens. */
function redact(text: string, { token, appSecret, query, form }: GraphRequest<v.GenericSchema>): string {
  const sent = entries({ ...query, ...form }).flatMap(([name, value]) =>
    SECRET_FIELDS.test(name) ? [value] : [],
  )
  const secrets = [token, appSecret, ...sent].flatMap(secret => (secret && secret.length > 3 ? secret : []))
  const known = secrets.reduce<string>((rest, secret) => rest.replaceAll(secret, '[hidden]'), text)
  return known.replace(/[\w|-]{32,}/g, '[hidden]')
}

const Counters = v.object({
  call_count: v.optional(v.number(), 0),
  total_cputime: v.optional(v.number(), 0),
  total_time: v.optional(v.number(), 0),
  estimated_time_to_regain_access: v.optional(v.number(), 0),
})
const ByUseCase = v.record(v.string(), v.array(Counters))

const HEADERS = ['x-app-usage', 'x-page-usage', 'x-business-use-case-usage']

function readUsage(headers: Headers): Usage {
  const counters = HEADERS.flatMap(name => {
    const header = headers.get(name)
    return header === null ? [] : readCounters(header)
  })
  return {
    percent: Math.max(
      0,
      ...counters.flatMap(counter => [counter.call_count, counter.total_cputime, counter.total_time]),
    ),
    regainMinutes: Math.max(0, ...counters.map(counter => counter.estimated_time_to_regain_access)),
  }
}

function readCounters(header: string): v.InferOutput<typeof Counters>[] {
  const json = parseGraphJson(header)
  const byUseCase = v.safeParse(ByUseCase, json)
  if (byUseCase.success) return Object.values(byUseCase.output).flat()
  const plain = v.safeParse(Counters, json)
  return plain.success ? [plain.output] : []
}

export type ErrorContext = {
  provider: NetworkId
  /** True if the request may have published something. */
  risky: boolean
  status: number
  /** True if the request had `appsecret_proof`. */
  isSigned: boolean
  usage: Usage
  retryAfter: string | null
  now: Date
  /** Removes secrets from the provider's message. */
  redact: (text: string) => string
}

const Envelope = v.object({
  error: v.object({
    message: v.optional(v.string(), ''),
    type: v.optional(v.string(), ''),
    code: v.optional(v.number(), 0),
    error_subcode: v.optional(v.number()),
    error_user_msg: v.nullish(v.string()),
    is_transient: v.optional(v.boolean(), false),
  }),
})

type GraphFailure = v.InferOutput<typeof Envelope>['error']

/** Error body of api.instagram.com during sign-in. */
const LoginEnvelope = v.object({
  error_type: v.string(),
  code: v.optional(v.number()),
  error_message: v.optional(v.string(), ''),
})

const DEFAULT_WAIT_MINUTES = 5
const JITTER_MS = 30_000

/** Classifies an error response, only by parsed codes, never by text. Returns undefined if it contains no error. */
export function readGraphError(json: unknown, context: ErrorContext): NetworkError | undefined {
  // Spares every other response two validations that fail, which cost more than one that succeeds.
  if (typeof json !== 'object' || json === null || !('error' in json || 'error_type' in json))
    return undefined
  const graph = v.safeParse(Envelope, json)
  if (graph.success) return fromGraph(graph.output.error, context)
  const login = v.safeParse(LoginEnvelope, json)
  return login.success ? fromLogin(context) : undefined
}

function fromGraph(error: GraphFailure, context: ErrorContext): NetworkError {
  const { provider, status } = context
  const found = isBadProof(error, context)
    ? CREDENTIALS_REJECTED
    : findFailure(error.code, error.error_subcode)
  const code = [error.code, error.error_subcode].filter(part => part !== undefined).join('/')
  const message = (found?.message ?? providerMessage(error, context)).replaceAll(
    'NAME',
    networks[provider].name,
  )
  const isInconclusive = status >= 500 || error.is_transient

  if (found?.outcome === 'wait' && !(context.risky && status >= 500)) {
    return new NetworkError('wait', code, message, { retryAt: retryAt(context, found.waitMinutes) })
  }
  if (found?.outcome === 'installation' && !(context.risky && status >= 500))
    return new NetworkError('installation', code, message, retryOfLimit(found, error.code, context))
  if (found?.outcome === 'reconcile')
    return new NetworkError(context.risky ? 'unknown' : 'wait', code, message, {
      retryAt: retryAt(context, found.waitMinutes),
    })
  if (found?.outcome === 'inconclusive' || isInconclusive) return inconclusiveError(code, message, context)
  const outcome = found?.outcome
  const kind = outcome === 'transient' || outcome === 'reconnect' ? outcome : 'permanent'
  return new NetworkError(kind, code, message)
}

/** Graph's error for a wrong `appsecret_proof` has no code of its own. */
const isBadProof = ({ code, error_subcode, type }: GraphFailure, { isSigned }: ErrorContext) =>
  isSigned && code === 100 && error_subcode === undefined && type === 'GraphMethodException'

const APP_LIMIT = 4

/** Only an exceeded call budget has a retry time: it recovers by itself, but credentials don't. */
const retryOfLimit = ({ waitMinutes }: Failure, code: number, context: ErrorContext) =>
  code === APP_LIMIT ? { retryAt: retryAt(context, waitMinutes) } : {}

function providerMessage(error: GraphFailure, { redact }: ErrorContext): string {
  const text = redact(error.error_user_msg || error.message).slice(0, 300)
  return text ? `NAME refused this: ${text}` : 'NAME refused this without a reason.'
}

function fromLogin(context: ErrorContext): NetworkError {
  const { name } = networks[context.provider]
  if (context.status >= 500)
    return inconclusiveError(`login/${context.status}`, `${name} had trouble on its side.`, context)
  const message = `${name} did not accept this sign-in: it was used already or took too long. Please connect again.`
  return new NetworkError('permanent', `login/${context.status}`, message)
}

/** Returns the retry time that the provider asks for, or a default, with jitter. */
function retryAt({ usage, retryAfter, now }: ErrorContext, waitMinutes = DEFAULT_WAIT_MINUTES): Date {
  const requested = usage.regainMinutes || retryAfterMinutes(retryAfter, now) || waitMinutes
  return retryIn(requested, now, JITTER_MS)
}
