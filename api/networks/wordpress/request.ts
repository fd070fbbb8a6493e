import * as v from 'valibot'

import { type Outgoing, parsedJson, send, unclear, type CallSettings } from '#api/networks/core/http.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { requirePublicServer } from '#api/networks/foreign/public-server.ts'
import { type Config, readSettings, url } from '#api/runtime/config.ts'
import { parseUrl } from '#shared/text/urls.ts'
import { readAccess } from './access.ts'
import { movedAway, readWordPressError } from './errors.ts'

/** Websites of members, each with an API of its own. */
export type WordPress = ReturnType<typeof readWordPress> & {
  /** Deadline after which no further call is made. */
  endsAt?: number
}

/** The operator's own WordPress, which may use http and a private address. Members connect any other by https. */
const SETTINGS = { WORDPRESS_URL: v.optional(url) }

export const readWordPress = ({ environment, audits }: Pick<Config, 'environment' | 'audits'>) => ({
  ownUrl: readSettings(SETTINGS, environment).WORDPRESS_URL ?? '',
  allowPrivate: audits.allowPrivate,
})

/** Limits the time of several calls, because a site may be as slow as it likes. */
export const within = (wordpress: WordPress, { now }: { now: () => Date }, ms: number): WordPress => ({
  ...wordpress,
  endsAt: +now() + ms,
})

type SiteRequest<Schema extends v.GenericSchema> = CallSettings & {
  token: string
  /** Path below the API's root, such as `/wp/v2/posts`. */
  path: string
  schema: Schema
  method?: 'GET' | 'POST' | 'DELETE'
  query?: Record<string, string | number | undefined>
  json?: object
  form?: FormData
}

const UNREADABLE =
  'Your website gave a response we can’t read. Ask whoever looks after it whether a plugin shows pages or warnings in place of its REST API.'
const TOO_SLOW = 'Your website is very slow at the moment. We’ll continue later.'

/**
 * Calls a site.
 * @throws {NetworkError} whose kind shows whether something may have been published; it contains no password
 */
export async function callSite<Schema extends v.GenericSchema>(
  wordpress: WordPress,
  { token, path, query = {}, json, form, schema, risky = false, now, ...rest }: SiteRequest<Schema>,
): Promise<v.InferOutput<Schema>> {
  if (wordpress.endsAt !== undefined && +now() >= wordpress.endsAt)
    throw new NetworkError('transient', 'timeout', TOO_SLOW)
  const { root, user, password } = readAccess(token)
  const sendTo = async (address: URL) => {
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) address.searchParams.set(name, String(value))
    return await sendFollowing(wordpress, {
      ...rest,
      provider: 'wordpress',
      url: address.href,
      method: rest.method ?? (json || form ? 'POST' : 'GET'),
      headers: {
        Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
        ...(json && { 'Content-Type': 'application/json' }),
      },
      body: form ?? (json ? JSON.stringify(json) : null),
      risky,
      isForeign: true,
      redirect: 'manual',
    })
  }
  const url = urlBelow(rootOf(wordpress, root), path)
  let { response, text } = await sendTo(url)
  let content = parsedJson(text)
  // Without pretty URLs, WordPress answers each of them with its home page, and web servers with a 404. What isn't a whole page, such
  // as JSON after a plugin's warning, may be the response to a write that was executed, which mustn't be repeated.
  const mayRepeat = !(json || form || rest.method) || WHOLE_PAGE.test(text)
  const isPage = content === undefined && (response.status === 404 || (response.ok && mayRepeat))
  const plain = isPage ? plainRoot(rootOf(wordpress, root)) : null
  if (plain) {
    const again = await sendTo(urlBelow(plain.href, path))
    const found = parsedJson(again.text)
    if (found !== undefined) [response, text, content] = [again.response, again.text, found]
  }
  if (!response.ok) throw readWordPressError(content, { response, risky, now: now() })
  const data = v.safeParse(schema, content)
  if (content === undefined || !data.success) throw unclear('unreadable', UNREADABLE, { risky })
  return data.output
}

const WHOLE_PAGE = /^\s*<(?:!doctype|html)\b/i

const MAX_REDIRECTS = 3

/**
 * Sends a request, and sends it again where the site redirects it, as sites do that have moved to https or to `www.` since they
 * were connected. A redirected request wasn't executed.
 * @throws {NetworkError} `reconnect` if the site is now at another host, because the password is sent to no other one
 */
async function sendFollowing(wordpress: WordPress, request: Outgoing) {
  let { url } = request
  for (let redirects = 0; ; redirects++) {
    await requireOpenSite(wordpress, url)
    const sent = await send({ ...request, url })
    const { status, headers } = sent.response
    const location = headers.get('Location')
    if (status < 300 || status >= 400 || !location) return sent
    const [from, to] = [new URL(url), parseUrl(location, new URL(url))]
    if (!to || !isSameHost(from, to)) throw movedAway(to?.host ?? location)
    // A redirect to another page, such as the one for signing in, is the site's answer.
    if (redirects === MAX_REDIRECTS || pathOf(from) !== pathOf(to)) return sent
    url = to.href
  }
}

const pathOf = ({ pathname }: URL) => pathname.replace(/\/+$/, '')

const nameOf = ({ hostname }: URL) => hostname.replace(/^www\./, '')
const isSameHost = (from: URL, to: URL) =>
  nameOf(from) === nameOf(to) &&
  (to.protocol === from.protocol ? to.port === from.port : to.protocol === 'https:' && to.port === '')

/** Makes a URL of the operator's own site relative, so that accounts survive a change of the site's URL. */
export const withoutOwn = ({ ownUrl }: WordPress, address: string): string =>
  ownUrl !== '' && (address === ownUrl || address.startsWith(`${ownUrl}/`))
    ? address.slice(ownUrl.length) || '/'
    : address

export const rootOf = ({ ownUrl }: WordPress, root: string) => (root.startsWith('/') ? ownUrl + root : root)

/** Requires a URL that members may open through us. @throws {NetworkError} before anything is sent */
export async function requireOpenSite(wordpress: WordPress, address: string): Promise<void> {
  if (!withoutOwn(wordpress, address).startsWith('/'))
    await requirePublicServer('wordpress', address, wordpress)
}

/**
 * Returns the form of an API's URL that every site has, also one whose pretty URLs were switched off or have stopped working;
 * null for a URL that already has this form.
 */
export function plainRoot(root: string): URL | null {
  const url = new URL(root)
  if (url.searchParams.has('rest_route')) return null
  url.pathname = `${url.pathname.replace(/\/[^/]*\/?$/, '')}/index.php`
  url.searchParams.set('rest_route', '/')
  return url
}

/** Sites without pretty URLs have the path in a parameter. */
export function urlBelow(root: string, path: string): URL {
  const url = new URL(root)
  const route = url.searchParams.get('rest_route')
  if (route === null) url.pathname = url.pathname.replace(/\/$/, '') + path
  else url.searchParams.set('rest_route', route.replace(/\/$/, '') + path)
  return url
}
