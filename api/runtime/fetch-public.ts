import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { callbackify } from 'node:util'

import { parseUrl } from '#shared/text/urls.ts'
import { AddressError, type AddressGuard } from './address-guard.ts'

const MAX_REDIRECTS = 5

type OpenRules = {
  guard: AddressGuard
  maxBytes: number
  /** Time limit for the whole response, including redirects. */
  timeoutMs: number
  /** Extends the time limit with each part that arrives, as long as the file arrives at this speed on average. */
  minSpeed?: { bytesPerSecond: number; maxMs: number }
  /** Value of the request's Accept header. */
  accept: string
  signal?: AbortSignal | undefined
  /** Called with the size of each part that arrives. */
  onBytes?: (bytes: number) => void
}

type FetchRules = OpenRules & {
  /** Returns the first `maxBytes` of a larger file, instead of failing. */
  truncates?: boolean
}

/** A file can't be fetched. The message is the reason; `status` is the server's response, if there was one. */
export class FetchError extends Error {
  override name = 'FetchError'
  readonly kind: 'refused' | 'unreachable' | 'status' | 'too_large' | 'late'
  readonly status: number | undefined

  constructor(kind: FetchError['kind'], status?: number) {
    super(status === undefined ? kind : `${kind} ${status}`)
    this.kind = kind
    this.status = status
  }
}

/**
 * Fetches a file into memory as `openPublic` does, and returns it with its URL after all redirects.
 * @throws {FetchError}
 */
export const fetchPublic = (
  url: string,
  { truncates = false, ...rules }: FetchRules,
): Promise<{ bytes: Buffer; url: string; contentType: string }> =>
  openPublic(
    url,
    { ...rules, maxBytes: truncates ? Infinity : rules.maxBytes },
    async ({ body, ...opened }) => {
      const chunks: Buffer[] = []
      let bytes = 0
      for await (const chunk of body as AsyncIterable<Buffer>) {
        chunks.push(chunk)
        if ((bytes += chunk.length) > rules.maxBytes) break
      }
      const { url, contentType } = opened
      return { bytes: Buffer.concat(chunks).subarray(0, rules.maxBytes), url, contentType }
    },
  )

export type Opened = {
  body: Readable
  /** URL after all redirects. */
  url: string
  /** The Content-Type; empty if there is none. */
  contentType: string
  /** The declared length, if there is one. */
  bytes: number | undefined
}

/**
 * Opens a URL that a user entered, and streams its file to `read`. Connects only to addresses that the guard has checked, even
 * after a redirect or if the name resolves differently later. Sends no cookies or credentials. Closes the connection after `read`.
 * @throws {FetchError}
 */
export async function openPublic<Result>(
  url: string,
  rules: OpenRules,
  read: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController()
  const startedAt = performance.now()
  const limit = (timeoutMs: number) =>
    setTimeout(() => late.abort(), Math.max(0, startedAt + timeoutMs - performance.now()))
  let timer = limit(rules.timeoutMs)
  let bytes = 0
  function onBytes(more: number) {
    rules.onBytes?.(more)
    bytes += more
    if (!rules.minSpeed) return
    const { bytesPerSecond, maxMs } = rules.minSpeed
    clearTimeout(timer)
    timer = limit(Math.min(rules.timeoutMs + (bytes / bytesPerSecond) * 1000, maxMs))
  }
  let response: IncomingMessage | undefined
  let failure: unknown
  try {
    const signal = rules.signal ? AbortSignal.any([late.signal, rules.signal]) : late.signal
    const followed = await follow(url, rules, signal)
    response = followed.response
    const chunks = chunksOf(response, { ...rules, onBytes }, error => (failure = error))
    const declared = response.headers['content-length']
    return await read({
      body: Readable.from(chunks, { objectMode: false }),
      url: followed.url,
      contentType: response.headers['content-type'] ?? '',
      bytes: declared === undefined ? undefined : Number(declared),
    })
  } catch (error) {
    // A reader of the stream may have replaced the error with its own.
    throw late.signal.aborted ? new FetchError('late') : (failure ?? error)
  } finally {
    clearTimeout(timer)
    response?.destroy()
  }
}

async function* chunksOf(
  response: IncomingMessage,
  { maxBytes, onBytes }: OpenRules,
  onFailure: (error: FetchError) => void,
) {
  const fail = (kind: 'too_large' | 'unreachable') => {
    const error = new FetchError(kind)
    onFailure(error)
    return error
  }
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw fail('too_large')
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes) break
      onBytes?.(chunk.length)
      yield chunk
    }
  } catch {
    throw fail('unreachable')
  }
  if (bytes > maxBytes) throw fail('too_large')
  if (!response.complete) throw fail('unreachable')
}

async function follow(text: string, rules: OpenRules, signal: AbortSignal) {
  let url = text
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const checked = await rules.guard.checkUrl(url).catch((error: unknown) => {
      if (error instanceof AddressError)
        throw new FetchError(error.kind === 'refused' ? 'refused' : 'unreachable')
      throw error
    })
    const response = await request(checked, rules, signal).catch((error: unknown) => {
      throw error instanceof FetchError ? error : new FetchError('unreachable')
    })
    const { statusCode: status = 0, headers } = response
    if (status === 200) return { response, url: checked.href }
    response.destroy()
    const location = status >= 300 && status < 400 ? parseUrl(headers.location ?? '', checked) : null
    if (!location) throw new FetchError('status', status)
    url = location.href
  }
  throw new FetchError('unreachable')
}

function request(url: URL, { guard, accept }: OpenRules, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const headers = { Accept: accept, 'Accept-Encoding': 'identity', 'User-Agent': 'Currawong' }
  const outgoing = send(url, { agent: false, lookup: checkedLookup(guard, port), signal, headers }, resolve)
  // The handler stays, because an abort after the response is also an error of the request.
  outgoing.on('error', reject)
  outgoing.end()
  return promise
}

/** Resolves a host name for a connection, but only to addresses that the guard allows. */
const checkedLookup = (guard: AddressGuard, port: number): LookupFunction => {
  const resolve = callbackify((host: string) => guard.addressesOf(host, port))
  return (host, { all }, done) =>
    resolve(host, (error, addresses) => {
      const [first = ''] = addresses ?? []
      if (error) done(new FetchError('refused'), '', 4)
      else if (all)
        done(
          null,
          addresses.map(address => ({ address, family: isIP(address) })),
        )
      else done(null, first, isIP(first))
    })
}
