import { type Context, Hono } from 'hono'
import { html, raw } from 'hono/html'

import { runWithFault } from '../faults/run-with-fault.ts'
import { takeFault } from '../faults/take-fault.ts'
import { networkMark } from '../pages/network-mark.ts'
import { page } from '../pages/page.ts'
import { type ReceivedRequest, readRequest, UnreadableBody } from '../requests/read-request.ts'
import { logRequest } from '../requests/request-log.ts'
import {
  jsonResponse,
  type ProviderResponse,
  type SandboxContext,
  type SandboxEnv,
  send,
} from '../requests/response.ts'
import type { WordPressSite } from '../world/entities/wordpress.ts'
import type { World } from '../world/world.ts'
import { BASIC, basicOf, routeOf, runRest } from './methods.ts'
import { type Article, articlesOf } from './published.ts'
import { faultResponse, RestError, restErrorResponse } from './rest-error.ts'
import { newPassword, siteOf, siteUrl } from './sites.ts'

/** Serves websites with WordPress, each in a folder of its own. */
export function wordpressRoutes(world: World, publicUrl: string | undefined) {
  const originOf = (c: SandboxContext) => publicUrl ?? new URL(c.req.url).origin
  const requireSite = (c: Context<SandboxEnv>) => siteOf(world, c.req.param('site') ?? '')

  return new Hono<SandboxEnv>()
    .get('/wordpress/:site/wp-admin/authorize-application.php', async c => {
      const site = requireSite(c)
      logRequest(world, await readRequest(c, world.files))
      return site ? authorize(c, site, siteUrl(originOf(c), site)) : c.text('No such site.', 404)
    })
    .all('/wordpress/:site/wp-json', c => serveRest(c, ''))
    .all('/wordpress/:site/wp-json/*', c => serveRest(c, c.req.path.replace(/^.*?\/wp-json/, '')))
    .get('/wordpress/:site', c => c.redirect(`${new URL(c.req.url).pathname}/`, 301))
    .get('/wordpress/:site/', c => blog(c, requireSite(c)))
    .get('/wordpress/:site/:slug/', c => blog(c, requireSite(c), c.req.param('slug')))

  function blog(c: SandboxContext, site: WordPressSite | undefined, slug = '') {
    if (!site) return c.text('No such site.', 404)
    const home = siteUrl(originOf(c), site)
    c.header('Link', `<${home}/wp-json/>; rel="https://api.w.org/"`)
    const posts = articlesOf(world, originOf(c), site).filter(
      ({ permalink }) => slug === '' || permalink.endsWith(`/${slug}/`),
    )
    c.header('Content-Security-Policy', "script-src 'self'")
    return c.html(blogPage(site, home, posts))
  }

  async function serveRest(c: SandboxContext, path: string): Promise<Response> {
    try {
      const request = await readRequest(c, world.files)
      logRequest(world, request)
      const route = routeOf(request.method, path.replace(/\/$/, ''))
      const fault = route ? takeFault(world, 'wordpress', [route.fault]) : null
      return await runWithFault(c, world, fault, {
        perform: async () =>
          fault?.kind === 'usage' ? faultResponse(429, 429) : perform(c, request, path.replace(/\/$/, '')),
        errorResponse: (code, _subcode, status) => faultResponse(code, status),
      })
    } catch (error) {
      if (error instanceof UnreadableBody)
        return send(restErrorResponse(new RestError(400, 'rest_invalid_json', 'Invalid JSON body passed.')))
      throw error
    }
  }

  function perform(c: SandboxContext, request: ReceivedRequest, path: string): ProviderResponse {
    const site = siteOf(world, request.path.split('/')[2] ?? '')
    if (!site) return { status: 404, body: 'No such site.', headers: {} }
    const { query, form, files, method } = request
    const credentials = /^Basic (.+)$/.exec(request.headers['authorization'] ?? '')?.[1]
    const parameters = {
      ...query,
      ...form,
      ...(credentials && { [BASIC]: Buffer.from(credentials, 'base64').toString() }),
    }
    const [login, password] = basicOf(parameters) ?? []
    const user = site.users.find(
      each => each.login === login && each.passwords.some(known => known.password === password),
    )
    try {
      const { status, body, headers } = runRest({
        world,
        origin: publicUrl ?? request.origin,
        site,
        method,
        path,
        parameters,
        files,
        user,
      })
      return jsonResponse(body, status, headers)
    } catch (error) {
      if (error instanceof RestError) return restErrorResponse(error)
      throw error
    }
  }
}

/** Shows WordPress's page for applications, or redirects at once if `sandbox_consent` is set. */
function authorize(c: SandboxContext, site: WordPressSite, home: string): Response | Promise<Response> {
  const query = c.req.query()
  const { app_name: appName = '', app_id: appId = '', success_url: success = '' } = query
  const { reject_url: reject = success, sandbox_consent: consent } = query
  const problem =
    appName === ''
      ? 'The app has no name.'
      : appId !== '' && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(appId)
        ? 'The application ID must be a UUID.'
        : [success, reject].some(url => url !== '' && !URL.canParse(url))
          ? 'The URL is not valid.'
          : undefined
  if (problem)
    return c.html(page('Cannot authorise', html`<main class="dialog"><p>${problem}</p></main>`), 400)
  const [user] = site.users
  const isTaken = user?.passwords.some(({ name }) => name.toLowerCase() === appName.toLowerCase())
  if (consent === undefined || !user || (isTaken && consent !== 'cancel'))
    return c.html(authorizePage(site, query, isTaken ? 'Each application name should be unique.' : ''))
  if (consent === 'cancel') return c.redirect(withQuery(reject, { success: 'false' }))
  const password = newPassword(user, { name: appName, appId })
  return c.redirect(withQuery(success, { site_url: home, user_login: user.login, password }))
}

function withQuery(url: string, added: Record<string, string>): string {
  const whole = new URL(url)
  for (const [name, value] of Object.entries(added)) whole.searchParams.set(name, value)
  return whole.href
}

const authorizePage = (site: WordPressSite, query: Record<string, string>, error: string) =>
  page(
    'Authorise Application',
    html`<main class="dialog">
      ${networkMark('wordpress')}
      <h1>Would you like to give ${query['app_name']} access to ${site.name}?</h1>
      ${error && html`<p role="alert">${error}</p>`}
      <p>
        This is the sandbox's WordPress. The app gets a password of its own, which you can delete at any time.
      </p>
      <form method="get">
        ${Object.entries(query).map(
          ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
        )}
        <button class="primary" name="sandbox_consent" value="${site.slug}">
          Yes, I approve of this connection
        </button>
        <button name="sandbox_consent" value="cancel">No, I do not approve of this connection</button>
      </form>
    </main>`,
  )

const blogPage = (site: WordPressSite, home: string, posts: Article[]) =>
  page(
    site.name,
    html`<main class="single">
      <h1><a href="${home}/">${site.name}</a></h1>
      ${posts.map(
        ({ title, html: content, media, permalink }) =>
          html`<article class="card wordpress">
            <h2><a href="${permalink}">${title}</a></h2>
            ${media.map(({ url, altText }) => url && html`<img src="${url}" alt="${altText ?? ''}" />`)}
            <div class="article">${raw(content)}</div>
          </article>`,
      )}
    </main>`,
  )
