import * as v from 'valibot'

import {
  appendQuery,
  type CallSettings,
  inconclusiveError,
  parsedJson,
  send,
} from '#api/networks/core/http.ts'
import { requirePublicServer } from '#api/networks/core/public-server.ts'
import { type Config, readSettings, url } from '#api/runtime/config.ts'
import { parseUrl } from '#shared/text/urls.ts'
import { dpopHeaders, saveNonce } from './dpop.ts'
import { readXrpcError } from './errors.ts'
import type { PrivateKey } from './session.ts'

/** Addresses of Bluesky: each account is on a server, and the app view aggregates the posts of all servers. */
export type Bluesky = ReturnType<typeof readBluesky>

/** The operator's settings. Members may also name servers of their own. */
const SETTINGS = {
  BLUESKY_URL: v.optional(url, 'https://bsky.social'),
  BLUESKY_APPVIEW_URL: v.optional(url, 'https://public.api.bsky.app'),
  BLUESKY_WEB_URL: v.optional(url, 'https://bsky.app'),
  BLUESKY_PLC_URL: v.optional(url, 'https://plc.directory'),
}

export function readBluesky({ environment, audits }: Pick<Config, 'environment' | 'audits'>) {
  const env = readSettings(SETTINGS, environment)
  return {
    serverUrl: env.BLUESKY_URL,
    appViewUrl: env.BLUESKY_APPVIEW_URL,
    webUrl: env.BLUESKY_WEB_URL,
    plcUrl: env.BLUESKY_PLC_URL,
    allowPrivate: audits.allowPrivate,
  }
}

/** Time limit for ending a session. A user is waiting, and disconnecting succeeds even if this call fails. */
export const REVOKE_MS = 5000

type XrpcRequest<Schema extends v.GenericSchema> = CallSettings & {
  /** The server's origin, as a member entered it; empty for the installation's default server. */
  server: string
  /** Name of the call, such as `com.atproto.repo.putRecord`. */
  nsid: string
  schema: Schema
  method?: 'GET' | 'POST'
  query?: Record<string, string | number | readonly string[] | undefined>
  json?: unknown
  file?: { body: Blob; type: string }
  token?: string
  /** The key that the token is bound to, if it comes from OAuth. */
  dpopKey?: PrivateKey
}

/**
 * Calls a server.
 * @throws {NetworkError} whose kind shows whether something may have been published; it contains no token
 */
export async function xrpc<Schema extends v.GenericSchema>(
  bluesky: Bluesky,
  {
    server,
    nsid,
    query = {},
    json,
    file,
    token,
    dpopKey,
    schema,
    method = 'GET',
    risky = false,
    now,
    ...rest
  }: XrpcRequest<Schema>,
): Promise<v.InferOutput<Schema>> {
  const isForeign = server !== '' && server !== bluesky.appViewUrl
  if (isForeign) await requirePublicServer('bluesky', server, bluesky)
  const url = new URL(`${server || bluesky.serverUrl}/xrpc/${nsid}`)
  appendQuery(url, query)
  const type = file?.type ?? (json === undefined ? undefined : 'application/json')
  const authorization = async () =>
    token && dpopKey
      ? await dpopHeaders({ key: dpopKey, method, url, token, now: now() })
      : { ...(token && { Authorization: `Bearer ${token}` }) }
  const call = async () =>
    send({
      ...rest,
      provider: 'bluesky',
      url: url.href,
      method,
      headers: { ...(await authorization()), ...(type && { 'Content-Type': type }) },
      body: file?.body ?? (json === undefined ? null : JSON.stringify(json)),
      risky,
      isForeign,
    })
  let { response, text } = await call()
  if (dpopKey && saveNonce(response, url)) ({ response, text } = await call())
  const content = text === '' ? {} : parsedJson(text)
  if (!response.ok) throw readXrpcError(content, { response, risky, now: now() })
  const data = v.safeParse(schema, content)
  if (content === undefined || !data.success)
    throw inconclusiveError('unreadable', 'Bluesky gave a response we can’t read.', { risky })
  return data.output
}

/**
 * Parses a server that a member entered, and returns its origin. Empty for the installation's default server, which may use http and
 * a private address; undefined if the text is no valid address.
 */
export function parseServer({ serverUrl, allowPrivate }: Bluesky, text: string): string | undefined {
  const entered = text.trim()
  if (entered === '') return ''
  const url = parseUrl(/^https?:\/\//i.test(entered) ? entered : `https://${entered}`)
  if (!url?.hostname || url.username || url.password || url.search || url.hash) return undefined
  const server = `${url.origin}${url.pathname.replace(/\/+$/, '')}`
  if (server === serverUrl) return ''
  if (url.pathname !== '/') return undefined
  return url.protocol === 'https:' || allowPrivate ? server : undefined
}
