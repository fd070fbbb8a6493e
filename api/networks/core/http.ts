import { networks, type NetworkId } from '#shared/networks.ts'
import { NetworkError } from './network.ts'
import { readProviderClock } from './provider-clock.ts'

export type Outgoing = {
  provider: NetworkId
  url: string
  method: string
  headers: Record<string, string>
  body: BodyInit | null
  /** True when the request may publish: an outcome that nobody knows is then 'unknown' and not 'transient'. */
  risky?: boolean | undefined
  timeoutMs?: number | undefined
  signal?: AbortSignal | undefined
}

const TIMEOUT_MS = 20_000

/** The connection could not be made: nothing was sent. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ConnectionRefused',
  'ENOTFOUND',
  'EAI_AGAIN',
  'FailedToOpenSocket',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** Sends one request to a provider and reads the whole answer. @throws NetworkError without anything secret */
export async function send(request: Outgoing): Promise<{ response: Response; text: string }> {
  const { provider, url, method, headers, body, risky = false, timeoutMs = TIMEOUT_MS, signal } = request
  const timeout = AbortSignal.timeout(timeoutMs)
  const began = performance.now()
  try {
    const response = await fetch(url, {
      method,
      headers: { Accept: 'application/json', ...headers },
      body,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      // A connection of its own: a runtime may send a request again when a kept connection turns out to be closed.
      ...(risky && { keepalive: false }),
    })
    readProviderClock(response, performance.now() - began)
    return { response, text: await response.text() }
  } catch (error) {
    throw lostContact(error, provider, risky)
  }
}

/** Bun's errors hold the whole address, so only their code is kept. */
function lostContact(error: unknown, provider: NetworkId, risky: boolean): NetworkError {
  const { name } = networks[provider]
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (NOT_SENT.has(code)) return new NetworkError('transient', 'unreachable', `We could not reach ${name}.`)
  if (error instanceof DOMException) return unclear('timeout', `${name} did not answer in time.`, { risky })
  return unclear('connection', `The connection to ${name} broke before it answered.`, { risky })
}

/** An answer that says nothing definite: harmless when nothing could be published by it. */
export const unclear = (code: string, words: string, { risky }: { risky: boolean }) =>
  new NetworkError(risky ? 'unknown' : 'transient', code, words)

export function retryAfterMinutes(header: string | null, now: Date): number {
  if (!header) return 0
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000
  return Number.isFinite(seconds) && seconds > 0 ? seconds / 60 : 0
}
