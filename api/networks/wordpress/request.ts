import * as v from 'valibot'

import { parsedJson, send, unclear } from '#api/networks/core/http.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { requirePublicServer } from '#api/networks/foreign/public-server.ts'
import type { Config } from '#api/runtime/config.ts'
import { readAccess } from './access.ts'
import { readWordPressError } from './errors.ts'

/** Websites of members, each with an API of its own. The operator's own one may use http and a private address. */
export type WordPress = Config['wordpress'] & {
  allowPrivate: boolean
  /** Deadline after which no further call is made. */
  endsAt?: number
}

/** Limits the time of several calls, because a site may be as slow as it likes. */
export const within = (wordpress: WordPress, { now }: { now: () => Date }, ms: number): WordPress => ({
  ...wordpress,
  endsAt: +now() + ms,
})

type SiteRequest<Schema extends v.GenericSchema> = {
  token: string
  /** Path below the API's root, such as `/wp/v2/posts`. */
  path: string
  schema: Schema
  method?: 'GET' | 'POST' | 'DELETE'
  query?: Record<string, string | number | undefined>
  json?: object
  form?: FormData
  /** True if the request may publish: without a response, its failure is 'unknown' instead of 'transient'. */
  risky?: boolean
  timeoutMs?: number
  signal?: AbortSignal | undefined
  now: () => Date
}

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
  const url = urlBelow(rootOf(wordpress, root), path)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value))
  await requireOpenSite(wordpress, url.href)
  const { response, text } = await send({
    ...rest,
    provider: 'wordpress',
    url: url.href,
    method: rest.method ?? (json || form ? 'POST' : 'GET'),
    headers: {
      Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      ...(json && { 'Content-Type': 'application/json' }),
    },
    body: form ?? (json ? JSON.stringify(json) : null),
    risky,
    isForeign: true,
  })
  const content = parsedJson(text)
  if (!response.ok) throw readWordPressError(content, { response, risky, now: now() })
  const data = v.safeParse(schema, content)
  if (!data.success) throw unclear('unreadable', 'Your website gave a response we can’t read.', { risky })
  return data.output
}

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

/** Sites without pretty URLs have the path in a parameter. */
export function urlBelow(root: string, path: string): URL {
  const url = new URL(root)
  const route = url.searchParams.get('rest_route')
  if (route === null) url.pathname = url.pathname.replace(/\/$/, '') + path
  else url.searchParams.set('rest_route', route.replace(/\/$/, '') + path)
  return url
}
