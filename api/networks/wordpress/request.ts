import * as v from 'valibot'

import {
  appendQuery,
  type CallSettings,
  inconclusiveError,
  type OutgoingRequest,
  parsedJson,
  send,
} from '#api/networks/core/http.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { requirePublicServer } from '#api/networks/core/public-server.ts'
import { type Config, readSettings, url } from '#api/runtime/config.ts'
import { parseUrl } from '#shared/text/urls.ts'
import { readWordPressError, siteMovedError } from './errors.ts'

/** The operator's settings for WordPress. */
export type WordPress = ReturnType<typeof readWordPress> & {
  /** Epoch milliseconds after which no further call is made. */
  endsAt?: number
}

/** The operator's own WordPress, which may use http and a private address. Members connect any other by https. */
const SETTINGS = { WORDPRESS_URL: v.optional(url) }

export const readWordPress = ({ environment, audits }: Pick<Config, 'environment' | 'audits'>) => ({
  ownUrl: readSettings(SETTINGS, environment).WORDPRESS_URL ?? '',
  allowPrivate: audits.allowPrivate,
})

/** Limits the total time of several calls, because a site may be very slow. */
export const withDeadline = (wordpress: WordPress, { now }: { now: () => Date }, ms: number): WordPress => ({
  ...wordpress,
  endsAt: +now() + ms,
})

/**
 * Access to a site, stored as the account's token: the URL of its API, and an application password of one of its users. It never
 * expires, but the user can delete it at any time.
 */
type SiteAccess = v.InferOutput<typeof SiteAccess>
const SiteAccess = v.object({ root: v.string(), user: v.string(), password: v.string() })

export const serializeAccess = (access: SiteAccess) => JSON.stringify(access)
export const parseAccess = (token: string): SiteAccess => v.parse(SiteAccess, JSON.parse(token))

type SiteRequest<Schema extends v.GenericSchema> = CallSettings & {
  token: string
  /** Path below the API's root, such as `/wp/v2/posts`. */
  path: string
  schema: Schema
  method?: 'POST' | 'DELETE'
  query?: Record<string, string | number | undefined>
  json?: object
  form?: FormData
}

const UNREADABLE =
  'Your website gave a response we can’t read. Ask whoever looks after it whether a plugin shows pages or warnings in place of its REST API.'
const TOO_SLOW = 'Your website is very slow at the moment. We’ll continue later.'

/**
 * Calls a site's API.
 * @throws {NetworkError} whose kind shows whether something may have been published; it contains no password
 */
export async function callSite<Schema extends v.GenericSchema>(
  wordpress: WordPress,
  request: SiteRequest<Schema>,
): Promise<v.InferOutput<Schema>> {
  const { token, path, schema, risky = false, now } = request
  if (wordpress.endsAt !== undefined && +now() >= wordpress.endsAt)
    throw new NetworkError('transient', 'timeout', TOO_SLOW)
  const root = fromStoredUrl(wordpress, parseAccess(token).root)
  let result = await sendToSite(wordpress, request, endpointUrl(root, path))
  const plainRoot = hasNoPermalinks(request, result) ? plainApiRoot(root) : null
  if (plainRoot) {
    const retried = await sendToSite(wordpress, request, endpointUrl(plainRoot.href, path))
    if (retried.content !== undefined) result = retried
  }
  const { response, content } = result
  if (!response.ok) throw readWordPressError(content, { response, risky, now: now() })
  const data = v.safeParse(schema, content)
  if (content === undefined || !data.success) throw inconclusiveError('unreadable', UNREADABLE, { risky })
  return data.output
}

/** `content`: the parsed JSON; undefined if the response is something else. */
type SiteResponse = { response: Response; text: string; content: unknown }

async function sendToSite(
  wordpress: WordPress,
  { token, query = {}, json, form, method, risky, timeoutMs, signal }: SiteRequest<v.GenericSchema>,
  url: URL,
): Promise<SiteResponse> {
  const { user, password } = parseAccess(token)
  appendQuery(url, query)
  const { response, text } = await sendFollowingRedirects(wordpress, {
    provider: 'wordpress',
    url: url.href,
    method: method ?? (json || form ? 'POST' : 'GET'),
    headers: {
      Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      ...(json && { 'Content-Type': 'application/json' }),
    },
    body: form ?? (json ? JSON.stringify(json) : null),
    risky,
    timeoutMs,
    signal,
    isForeign: true,
    redirect: 'manual',
  })
  return { response, text, content: parsedJson(text) }
}

/**
 * True if the site serves no permalinks: WordPress then responds to an API URL with its home page, and web servers with a 404.
 * A successful write must have returned a whole page, because a plugin's warning before the JSON doesn't mean that the write
 * wasn't executed, and it mustn't be repeated.
 */
function hasNoPermalinks(
  { json, form, method }: SiteRequest<v.GenericSchema>,
  { response, text, content }: SiteResponse,
): boolean {
  if (content !== undefined) return false
  if (response.status === 404) return true
  const isRead = !json && !form && !method
  return response.ok && (isRead || /^\s*<(?:!doctype|html)\b/i.test(text))
}

const MAX_REDIRECTS = 3

/**
 * Follows redirects to https, to or from `www.`, or to a final slash. A redirected request wasn't executed.
 * @throws {NetworkError} `reconnect` if the site has moved to another host, because the password is sent to no other one
 */
async function sendFollowingRedirects(wordpress: WordPress, request: OutgoingRequest) {
  let { url } = request
  for (let redirects = 0; ; redirects++) {
    await requirePublicSite(wordpress, url)
    const sent = await send({ ...request, url })
    const { status, headers } = sent.response
    const location = headers.get('Location')
    if (status < 300 || status >= 400 || !location) return sent
    const from = new URL(url)
    const to = parseUrl(location, from)
    if (!to || !isSameSite(from, to)) throw siteMovedError(to?.host ?? location)
    // A redirect to another page, such as the one for signing in, is the site's response.
    if (redirects === MAX_REDIRECTS || withoutFinalSlash(from) !== withoutFinalSlash(to)) return sent
    url = to.href
  }
}

const withoutFinalSlash = ({ pathname }: URL) => pathname.replace(/\/+$/, '')

const withoutWww = ({ hostname }: URL) => hostname.replace(/^www\./, '')
const isSameSite = (from: URL, to: URL) =>
  withoutWww(from) === withoutWww(to) &&
  (to.protocol === from.protocol ? to.port === from.port : to.protocol === 'https:' && to.port === '')

/** Returns a URL as it is stored: one of the operator's own site as a path, so that accounts survive a change of its host. */
export const toStoredUrl = ({ ownUrl }: WordPress, url: string): string =>
  ownUrl !== '' && (url === ownUrl || url.startsWith(`${ownUrl}/`)) ? url.slice(ownUrl.length) || '/' : url

/** @throws {NetworkError} `reconnect` for the operator's own site if its URL is no longer configured */
export function fromStoredUrl({ ownUrl }: WordPress, stored: string): string {
  if (!stored.startsWith('/')) return stored
  if (ownUrl === '')
    throw new NetworkError(
      'reconnect',
      'wordpress/moved',
      'We no longer know the address of this website. Please connect it again.',
    )
  return ownUrl + stored
}

/** Requires a URL that members may open through us. @throws {NetworkError} before anything is sent */
export async function requirePublicSite(wordpress: WordPress, url: string): Promise<void> {
  if (!toStoredUrl(wordpress, url).startsWith('/')) await requirePublicServer('wordpress', url, wordpress)
}

/**
 * Returns the API's URL with the route as a parameter (“plain permalinks”), which works on every site. Returns null if the URL
 * already has this form.
 */
export function plainApiRoot(root: string): URL | null {
  const url = new URL(root)
  if (url.searchParams.has('rest_route')) return null
  url.pathname = `${url.pathname.replace(/\/[^/]*\/?$/, '')}/index.php`
  url.searchParams.set('rest_route', '/')
  return url
}

/** Appends a path to the API's URL: to its route parameter if it has one, otherwise to its path. */
export function endpointUrl(root: string, path: string): URL {
  const url = new URL(root)
  const route = url.searchParams.get('rest_route')
  if (route === null) url.pathname = url.pathname.replace(/\/$/, '') + path
  else url.searchParams.set('rest_route', route.replace(/\/$/, '') + path)
  return url
}
