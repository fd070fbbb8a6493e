import { hc } from 'hono/client'

import type { Api } from '#api/app.ts'
import { DOMAIN_HEADER } from '#shared/businesses/domain-header.ts'
import { RESPONSE_TIMEOUT_MS } from '#shared/timings.ts'
import { $session, authorization, type Session, failedResponse } from '../session.ts'
import { takeEarlyResponse } from './early-responses.ts'
import { ApiError, UNREACHABLE } from './error.ts'
import { shownDomainHeader } from './shown-domain.ts'
import { apiUrl } from './url.ts'

/** Matches path traversal. Ids come from URLs that anyone can craft, and `..` would reach another call. */
const DOTS = /[/\\](\.|%2e){1,2}([/\\?#]|$)/i

/** Aborts the reads of a session. */
let reads = new AbortController()
$session.listen(({ state }) => {
  if (state === 'in') reads = new AbortController()
})

/**
 * Aborts reads from logout until the next session, because the api would reject them. Aborted reads never settle, so the page that
 * the user leaves shows no errors. Changes are still sent.
 */
export const abortReads = () => reads.abort()

/** Sends a call. @throws {ApiError} if the network or the call fails, so that stores only read successes */
async function request(input: RequestInfo | URL, init?: RequestInit) {
  if (typeof input === 'string' && DOTS.test(input))
    throw new ApiError('not_found', 'There is nothing at this address.')
  const session = $session.get()
  const ended = isRead(init) ? reads.signal : undefined
  const { Authorization = '', [DOMAIN_HEADER]: domainId = '' } = headersOf(session)
  const early =
    typeof input === 'string' && takeEarlyResponse(init?.method ?? 'GET', input, Authorization, domainId)
  const response = await (early || send(input, session, init, ended)).catch((cause: unknown) => {
    if (ended?.aborted) return NEVER
    throw new ApiError('network', UNREACHABLE, {}, { cause })
  })
  if (response.ok) return response
  throw failedResponse(await response.text(), response.status, session)
}

/** Never settles. */
const NEVER = new Promise<never>(() => {})

const isRead = (init?: RequestInit) => (init?.method ?? 'GET') === 'GET'

const headersOf = (session: Session): Record<string, string> => ({
  ...authorization(session),
  ...shownDomainHeader(),
})

function send(input: RequestInfo | URL, session: Session, init?: RequestInit, ended?: AbortSignal) {
  const headers = new Headers(init?.headers)
  for (const [name, value] of Object.entries(headersOf(session)))
    if (!headers.has(name)) headers.set(name, value)
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), RESPONSE_TIMEOUT_MS)
  const signals = [init?.signal, timeout.signal, ended]
  const signal = AbortSignal.any(signals.filter(signal => !!signal))
  return fetch(input, { ...init, headers, signal, credentials: 'include' }).finally(() => clearTimeout(timer))
}

export const { api } = hc<Api>(apiUrl('/'), { fetch: request })

type Call<Body> = Promise<{ json(): Promise<Body> }>

/** Waits for a call, and reads its response. */
export const bodyOf = async <Body>(call: Call<Body>): Promise<Body> => (await call).json()

export const dataOf = async <Data>(call: Call<{ data: Data }>): Promise<Data> => (await bodyOf(call)).data
