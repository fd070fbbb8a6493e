import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { callbackify } from 'node:util'

import type { AddressGuard } from './address-guard.ts'
import { AuditError } from './audit.ts'

const MAX_REDIRECTS = 5

export type FetchRules = {
  guard: AddressGuard
  maxBytes: number
  /** Returns the first `maxBytes` of a larger file, instead of failing. */
  cuts?: boolean
  /** Time limit until the last byte arrives, including redirects. */
  timeoutMs: number
  /** Value of the request's Accept header. */
  accept: string
  signal?: AbortSignal | undefined
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
 * Fetches a file from a URL that a user entered. Connects only to addresses that the guard has checked, even after a redirect
 * or if the name resolves differently later. Sends no cookies or credentials.
 * @throws {FetchError}
 */
export async function fetchPublic(text: string, rules: FetchRules): Promise<Buffer> {
  const deadline = AbortSignal.timeout(rules.timeoutMs)
  const signal = rules.signal ? AbortSignal.any([deadline, rules.signal]) : deadline
  let url = text
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const checked = await rules.guard.checkUrl(url).catch((error: unknown) => {
      if (error instanceof AuditError)
        throw new FetchError(error.kind === 'refused' ? 'refused' : 'unreachable')
      throw error
    })
    const result = await get(checked, rules, signal).catch((error: unknown) => {
      if (error instanceof FetchError) throw error
      throw new FetchError(deadline.aborted ? 'late' : 'unreachable')
    })
    if (Buffer.isBuffer(result)) return result
    url = result.location
  }
  throw new FetchError('unreachable')
}

function get(url: URL, { guard, maxBytes, cuts = false, accept }: FetchRules, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | { location: string }>()
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const outgoing = request(
    url,
    {
      agent: false,
      lookup: checkedLookup(guard, Number(url.port) || (url.protocol === 'https:' ? 443 : 80)),
      signal,
      headers: { Accept: accept, 'Accept-Encoding': 'identity', 'User-Agent': 'Currawong' },
    },
    response => {
      const { statusCode: status = 0, headers } = response
      const fail = (error: FetchError) => (reject(error), response.destroy())
      const location = status >= 300 && status < 400 ? URL.parse(headers.location ?? '', url) : null
      if (location) return void (response.destroy(), resolve({ location: location.href }))
      if (status !== 200) return void fail(new FetchError('status', status))
      if (!cuts && Number(headers['content-length'] ?? 0) > maxBytes)
        return void fail(new FetchError('too_large'))
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maxBytes && !cuts) return void fail(new FetchError('too_large'))
        chunks.push(chunk)
        if (bytes > maxBytes)
          return void (resolve(Buffer.concat(chunks).subarray(0, maxBytes)), response.destroy())
      })
      response.once('end', () =>
        response.complete ? resolve(Buffer.concat(chunks)) : reject(new FetchError('unreachable')),
      )
      response.once('error', reject)
      response.once('aborted', () => reject(new FetchError('unreachable')))
    },
  )
  outgoing.once('error', reject)
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
