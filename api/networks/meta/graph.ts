import { createHmac } from 'node:crypto'
import * as v from 'valibot'

import type { Usage } from '#api/networks/core/feed.ts'
import { send, unclear } from '#api/networks/core/http.ts'
import { networks, type NetworkId } from '#shared/networks.ts'
import { readRefusal } from './errors.ts'
import { parseGraphJson } from './json.ts'

type Fields = Record<string, string | number | boolean | undefined>

export type GraphRequest<Schema extends v.GenericSchema> = {
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
  /** True if the request may publish, so that a missing response means 'unknown' instead of 'transient'. */
  risky?: boolean
  timeoutMs?: number
  signal?: AbortSignal | undefined
  now: () => Date
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
  const refused = readRefusal(json, {
    provider,
    risky,
    status: response.status,
    signed: request.token !== undefined && request.appSecret !== undefined,
    usage,
    retryAfter: response.headers.get('Retry-After'),
    now: now(),
    redact: text => redact(text, request),
  })
  if (refused) throw refused
  if (!response.ok)
    throw unclear(`http/${response.status}`, `${name} responded with ${response.status} without a reason.`, {
      risky,
    })

  const data = v.safeParse(request.schema, json)
  if (!data.success) throw unclear('unreadable', `${name} gave a response we can’t read.`, { risky })
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

/** Graph quotes malformed tokens back in its messages. */
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
  const counters = HEADERS.flatMap(name => readCounters(headers.get(name)))
  return {
    percent: Math.max(0, ...counters.flatMap(each => [each.call_count, each.total_cputime, each.total_time])),
    regainMinutes: Math.max(0, ...counters.map(each => each.estimated_time_to_regain_access)),
  }
}

function readCounters(header: string | null): v.InferOutput<typeof Counters>[] {
  const json = parseGraphJson(header ?? '')
  const byUseCase = v.safeParse(ByUseCase, json)
  if (byUseCase.success) return Object.values(byUseCase.output).flat()
  const plain = v.safeParse(Counters, json)
  return plain.success ? [plain.output] : []
}
