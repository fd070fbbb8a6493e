import { Parser } from 'htmlparser2'
import * as v from 'valibot'

import { NetworkError } from '#api/networks/core/network.ts'
import { systemCode } from '#api/runtime/errors.ts'
import { fetchOutside } from '#api/runtime/fetch.ts'
import type { PublicProfile } from '#shared/accounts.ts'
import { brand } from '#shared/brand.ts'
import { parseUrl } from '#shared/text/urls.ts'
import { NO_RIGHT } from './errors.ts'
import { plainText } from './plain-text.ts'
import { safeLink } from './posts.ts'
import {
  callSite,
  plainApiRoot,
  requirePublicSite,
  fromStoredUrl,
  type WordPress,
  toStoredUrl,
} from './request.ts'
import { listNames } from './terms.ts'

export type WordPressLogin = ReturnType<typeof wordpressLogin>

/** A site before the sign-in. */
type WordPressSite = {
  /** URL of the site as it is stored, which identifies the account. */
  site: string
  /** URL of the site's API as it is stored. */
  root: string
  /** URL of the site's consent page. */
  authorizationUrl: string
}

const line = (max: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.transform(text => plainText(text, max * 10).slice(0, max)),
    ),
    '',
  )
const Root = v.object({
  name: line(200),
  description: line(500),
  home: v.optional(v.string(), ''),
  namespaces: v.array(v.string()),
  authentication: v.optional(v.unknown()),
})
const Description = v.pick(Root, ['name', 'description', 'home'])
const Authentication = v.object({
  'application-passwords': v.object({ endpoints: v.object({ authorization: v.string() }) }),
})
const User = v.object({
  name: line(200),
  capabilities: v.optional(v.record(v.string(), v.unknown()), {}),
})

/** Identifies us in the site's list of application passwords, so that a second sign-in shows as the same app. */
const APP_ID = '6f3d1c80-4a2b-4c5e-9d7f-2b8a1e0c9f54'
const TIMEOUT_MS = 20_000
const REVOKE_MS = 5000
const MAX_REDIRECTS = 5

const NOT_ACCEPTED =
  'The website gave us a password, but doesn’t accept it. Ask whoever looks after it whether its server passes on the Authorization header, or whether a security plugin blocks us.'

const refusal = (message: string) => new NetworkError('permanent', 'wordpress/site', message)

/** Signs in with an application password, which the site's consent page creates and which its user can delete at any time. */
export function wordpressLogin(wordpress: WordPress, now: () => Date) {
  /** Opens the entered page and follows its redirects. Doesn't read the body. */
  async function openPage(entered: URL): Promise<{ url: URL; response: Response }> {
    let url = entered
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      await requirePublicSite(wordpress, url.href)
      const response = await fetchOutside(url, {
        redirect: 'manual',
        headers: { Accept: 'text/html' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: unknown) => {
        throw new NetworkError(
          'transient',
          systemCode(error) || 'unreachable',
          `We could not reach ${url.host}.`,
        )
      })
      const location = response.headers.get('Location')
      if (response.status < 300 || response.status >= 400 || !location) return { url, response }
      await response.body?.cancel()
      const next = URL.parse(location, url)
      if (!next) throw refusal(`${url.host} leads to an address that we can’t read.`)
      if (url.protocol === 'https:' && next.protocol === 'http:')
        throw refusal(
          `${url.host} leads to ${next.host} without https. Ask whoever looks after the website to serve it over https, because a password is sent there; we may not open it otherwise.`,
        )
      url = next
    }
    throw refusal(`${entered.host} redirects too often.`)
  }

  /** Reads the public description of a site from the announced API URL or, failing that, from its plain form. */
  async function readRoot(announced: URL) {
    for (const root of [announced, plainApiRoot(announced.href)]) {
      if (!root) continue
      const data = v.safeParse(Root, await fetchJson(root.href))
      if (data.success && data.output.namespaces.includes('wp/v2'))
        return { root: toStoredUrl(wordpress, root.href), ...data.output }
    }
    throw refusal(
      'This website doesn’t let other programs use WordPress. Ask whoever looks after it to allow its REST API.',
    )
  }

  async function fetchJson(url: string): Promise<unknown> {
    await requirePublicSite(wordpress, url)
    try {
      const response = await fetchOutside(url, {
        redirect: 'error',
        headers: { Accept: 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      return JSON.parse(await response.text())
    } catch {
      return undefined
    }
  }

  const readUser = (token: string, signal?: AbortSignal) =>
    callSite(wordpress, {
      token,
      path: '/wp/v2/users/me',
      query: { context: 'edit', _fields: 'name,capabilities' },
      schema: User,
      signal,
      now,
    })

  return {
    /**
     * Finds the API and the consent page of a website.
     * @throws {NetworkError} `permanent` with a message that says what to change
     */
    async find(entered: string): Promise<WordPressSite> {
      const start = parseSiteUrl(wordpress, entered)
      if (!start) throw refusal('Enter the website’s address, such as https://example.com.')
      const { url, response } = await openPage(start)
      const html = await readHead(response)
      const api = apiLink(response.headers.get('Link') ?? '', url) ?? apiElement(html, url)
      if (!api) throw noApiError(url, response.status)
      const { root, authentication } = await readRoot(api)
      const page = v.safeParse(Authentication, authentication)
      const authorization = page.success
        ? parseUrl(page.output['application-passwords'].endpoints.authorization)
        : undefined
      if (!authorization || !/^https?:$/.test(authorization.protocol) || authorization.host !== url.host)
        throw refusal(
          'This website doesn’t allow application passwords. Ask whoever looks after it to switch them on; some security plugins switch them off.',
        )
      await requirePublicSite(wordpress, authorization.href)
      return { site: toStoredUrl(wordpress, siteOf(api)), root, authorizationUrl: authorization.href }
    },

    /** Returns the URL of the site's consent page, with the redirects back to us. */
    dialogUrl(authorizationUrl: string, { returnUrl, state }: { returnUrl: string; state: string }) {
      const url = new URL(authorizationUrl)
      const back = (more: Record<string, string>) =>
        `${returnUrl}?${new URLSearchParams({ state, ...more }).toString()}`
      // A user's application passwords need different names, even two of the same second.
      const time = now().toISOString().slice(0, 19).replace('T', ' ')
      url.searchParams.set('app_name', `${brand.siteName} ${time} ${crypto.randomUUID().slice(0, 4)}`)
      url.searchParams.set('app_id', APP_ID)
      url.searchParams.set('success_url', back({}))
      url.searchParams.set('reject_url', back({ error: 'access_denied' }))
      return url.href
    },

    /**
     * Checks a new password.
     * @throws {NetworkError} `permanent` if its user may not publish
     */
    async requireAuthor(token: string): Promise<void> {
      const me = await readUser(token).catch((error: unknown) => {
        throw error instanceof NetworkError && error.kind === 'reconnect' ? refusal(NOT_ACCEPTED) : error
      })
      const { publish_posts: publishes, upload_files: uploads } = me.capabilities
      if (publishes !== true || uploads !== true)
        throw new NetworkError(
          'permanent',
          NO_RIGHT,
          `${me.name || 'This user'} may not publish on this website. Sign in there as an author, an editor or an administrator, then connect again.`,
        )
    },

    /** Checks the sign-in, and reads the public profile of a site. */
    async readProfile(site: string, token: string, signal?: AbortSignal): Promise<PublicProfile> {
      await readUser(token, signal)
      // Signed in, because some sites hide their description from others.
      const { name, description, home } = await callSite(wordpress, {
        token,
        path: '/',
        query: { _fields: 'name,description,home' },
        schema: Description,
        signal,
        now,
      })
      const address = safeLink(home) ?? fromStoredUrl(wordpress, site)
      return {
        name: name || new URL(address).host,
        username: '',
        picture: '',
        location: '',
        followers: null,
        following: null,
        bio: description,
        link: address,
        email: '',
      }
    },

    check: ({ token }: { token: string }) => readUser(token),

    listNames: (token: string) => listNames(wordpress, { token }, { now }),

    /** Deletes the application password. */
    async revoke(token: string) {
      const own = { token, schema: v.unknown(), timeoutMs: REVOKE_MS, now } as const
      const { uuid } = await callSite(wordpress, {
        ...own,
        path: '/wp/v2/users/me/application-passwords/introspect',
        query: { _fields: 'uuid' },
        schema: v.object({ uuid: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)) }),
      })
      const path = `/wp/v2/users/me/application-passwords/${uuid}`
      await callSite(wordpress, { ...own, path, method: 'DELETE' })
    },
  }
}

/** Parses the address that a member entered; undefined if it is invalid. Only the operator's own site may use http. */
export function parseSiteUrl(wordpress: WordPress, text: string): URL | undefined {
  const entered = text.trim()
  if (/^(?!https?:)[a-z][a-z\d+.-]*:\/\//i.test(entered)) return undefined
  const url = parseUrl(/^https?:\/\//i.test(entered) ? entered : `https://${entered}`)
  if (!url?.hostname || url.username || url.password) return undefined
  url.hash = ''
  const isOwn = toStoredUrl(wordpress, url.href).startsWith('/')
  // Old addresses begin with http. A site without https can't be connected.
  if (!isOwn && !wordpress.allowPrivate && url.port === '') url.protocol = 'https:'
  return isOwn || wordpress.allowPrivate || url.protocol === 'https:' ? url : undefined
}

/** Derives the site's URL from its API's, because a member may have entered any of its pages. */
const siteOf = ({ origin, pathname }: URL) =>
  `${origin}${pathname.replace(/(wp-json|index\.php)?\/*$/, '').replace(/\/+$/, '')}`

/** Returns the error for a page that announces no API. */
const noApiError = ({ host }: URL, status: number): NetworkError => {
  if (status >= 500 || status === 429)
    return new NetworkError(
      'transient',
      `http/${status}`,
      `${host} has trouble at the moment (${status}). Try again in a few minutes.`,
    )
  if (status === 401 || status === 403)
    return refusal(
      `${host} doesn’t let us in (${status}). Ask whoever looks after it to let us through its password or its firewall, then connect again.`,
    )
  return refusal(
    `${host} isn’t a WordPress website, or it hides that. Check the address, and add the blog’s folder if it has one.`,
  )
}

const API_RELATION = 'https://api.w.org/'

/** Returns the API's URL from a page's header, if it has the same origin: the password is sent there. */
export function apiLink(header: string, page: URL): URL | undefined {
  for (const [, target = '', parameters = ''] of header.matchAll(/<([^<>]{1,2000})>([^<]{0,500})/g)) {
    if (!/;\s*rel="?https:\/\/api\.w\.org\/"?/i.test(parameters)) continue
    return sameOriginUrl(page, target)
  }
  return undefined
}

/** Returns the API's URL from a page's `<link>`, because caches serve pages without WordPress's header. */
export function apiElement(html: string, page: URL): URL | undefined {
  let target = ''
  const parser = new Parser({
    onopentag(_name, { rel, href }) {
      if (rel === API_RELATION) target ||= href ?? ''
    },
  })
  for (const [element] of html.matchAll(/<link\s[^<>]{1,2500}>/gi)) parser.write(element)
  return target ? sameOriginUrl(page, target) : undefined
}

const sameOriginUrl = (page: URL, target: string): URL | undefined => {
  const url = parseUrl(target, page)
  return url?.origin === page.origin ? url : undefined
}

const MAX_HEAD_BYTES = 256 * 1024

/** Reads the beginning of a page, which contains its head. */
async function readHead(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const part of response.body ?? []) {
      parts.push(part)
      if ((bytes += part.byteLength) >= MAX_HEAD_BYTES) break
    }
  } catch {
    // The beginning may be enough.
  }
  return Buffer.concat(parts).subarray(0, MAX_HEAD_BYTES).toString()
}
