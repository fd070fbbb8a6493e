import { systemCode } from '#api/runtime/errors.ts'
import { fetchOutside, UnreadableResponse } from '#api/runtime/fetch.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { networks, type NetworkId } from '#shared/networks.ts'
import { NetworkError } from './network.ts'
import { measureClock } from './provider-clock.ts'

/** Settings that requests to all providers have. */
export type CallSettings = {
  /** True if the request may publish something. A failure without a response is then 'unknown' instead of 'transient'. */
  risky?: boolean | undefined
  timeoutMs?: number | undefined
  signal?: AbortSignal | undefined
  now: () => Date
}

export type OutgoingRequest = Omit<CallSettings, 'now'> & {
  provider: NetworkId
  url: string
  method: string
  headers: Record<string, string>
  body: BodyInit | null
  /** True for a server that a member chose. Its clock isn't compared with ours, because it may be wrong. */
  isForeign?: boolean
  /** True if the runtime must not resend the request by itself. Defaults to `risky`. */
  sendsOnce?: boolean
  /** `manual` returns redirects to the caller. By default, a redirect is a failure. */
  redirect?: 'error' | 'manual'
}

const TIMEOUT_MS = 20_000

/** Codes of failed connection attempts, in which nothing was sent. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ConnectionRefused',
  'ENOTFOUND',
  'EAI_AGAIN',
  'FailedToOpenSocket',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/**
 * Sends one request to a provider and reads the whole response.
 * @throws {NetworkError} without any secret
 */
export async function send(request: OutgoingRequest): Promise<{ response: Response; text: string }> {
  const { provider, url, method, headers, body, risky = false, timeoutMs = TIMEOUT_MS, signal } = request
  const { isForeign = false, sendsOnce = risky, redirect = 'error' } = request
  const timeout = AbortSignal.timeout(timeoutMs)
  const startedAt = performance.now()
  try {
    const response = await fetchOutside(url, {
      method,
      headers: { Accept: 'application/json', ...headers },
      body,
      redirect,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      // A fresh connection, because a runtime may resend a request if a reused connection turns out to be closed.
      ...(sendsOnce && { keepalive: false }),
    })
    if (!isForeign) measureClock(response, performance.now() - startedAt)
    return { response, text: await response.text() }
  } catch (error) {
    throw requestFailure(error, provider, risky)
  }
}

/** Converts a failed request to an error without Bun's message, which contains the URL with its secrets. */
function requestFailure(error: unknown, provider: NetworkId, risky: boolean): NetworkError {
  const { name } = networks[provider]
  if (error instanceof UnreadableResponse)
    return inconclusiveError('unreadable', `${name} gave a response we can’t read.`, { risky })
  const code = systemCode(error)
  if (NOT_SENT.has(code)) return new NetworkError('transient', 'unreachable', `We could not reach ${name}.`)
  if (error instanceof DOMException)
    return inconclusiveError('timeout', `${name} did not respond in time.`, { risky })
  return inconclusiveError('connection', `The connection to ${name} broke before it responded.`, { risky })
}

/** Returns the error for a request whose effect is unknown: of kind 'unknown' if it may have published, otherwise 'transient'. */
export const inconclusiveError = (code: string, message: string, { risky }: { risky: boolean }) =>
  new NetworkError(risky ? 'unknown' : 'transient', code, message)

const MAX_WAIT_MINUTES = 24 * 60

/** Returns the time in `minutes`, at most a day, plus a random delay of up to `jitterMs`. */
export const retryIn = (minutes: number, now: Date, jitterMs = 5000): Date =>
  new Date(+now + Math.min(minutes, MAX_WAIT_MINUTES) * MINUTE_MS + Math.random() * jitterMs)

/** Appends parameters to a URL. A list becomes a repeated parameter. */
export function appendQuery(
  url: URL,
  query: Record<string, string | number | readonly string[] | undefined>,
): void {
  for (const [name, value] of Object.entries(query))
    for (const one of typeof value === 'object' ? value : [value])
      if (one !== undefined) url.searchParams.append(name, String(one))
}

/** Parses JSON. Returns undefined if the text isn't JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a `Retry-After` header, in seconds or as a date. Returns 0 if the header is missing, invalid or past. */
export function retryAfterMinutes(header: string | null, now: Date): number {
  if (!header) return 0
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000
  return Number.isFinite(seconds) && seconds > 0 ? seconds / 60 : 0
}
