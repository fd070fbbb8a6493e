import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'

import { markTurn, runNamed } from '#api/runtime/event-loop.ts'
import { plainLog } from '#api/runtime/logger.ts'
import type { Context, Env } from '../context.ts'
import { clientAddress, isAddress } from './limits/limits.ts'
import {
  allowSite,
  forbidCaching,
  keepSecret,
  setContentLength,
  setSecurityHeaders,
} from './response-headers.ts'

const FORWARDED_ID = /^[\w-]{8,64}$/

/**
 * Gives each request an id and a context, sets the default response headers, and logs one line without query, body and headers. Sets the
 * headers on the finished response, because otherwise Hono would copy it and stream its body, at double the cost of a request.
 */
export const logRequests = (ctx: Context): MiddlewareHandler<Env> => {
  const log = plainLog(ctx.log)
  const site = new URL(ctx.config.siteUrl).origin
  return async (c, next) => {
    const { method, path } = c.req
    const forwardedId = c.req.header('X-Request-Id')
    const requestId = forwardedId && FORWARDED_ID.test(forwardedId) ? forwardedId : crypto.randomUUID()
    c.set('requestId', requestId)
    c.set('ctx', {
      ...ctx,
      address: addressOf(c, ctx.config),
      userAgent: c.req.header('User-Agent')?.slice(0, 300) ?? '',
    })

    const start = performance.now()
    markTurn()
    await runNamed(
      () => `${method} ${routeOf(c)}`,
      async () => {
        await next()
        markTurn()
      },
    )
    const { headers, status } = c.res
    if (method === 'HEAD') await setContentLength(c.res)
    headers.set('X-Request-Id', requestId)
    if (c.var.hasSecretUrl) keepSecret(headers)
    setSecurityHeaders(headers)
    if (path.startsWith('/api/') && method !== 'OPTIONS') {
      forbidCaching(headers)
      allowSite(headers, c.req.header('Origin'), site)
    }
    const ms = Math.round(performance.now() - start)
    log.info({ requestId, method, path: withoutSecrets(path), status, ms }, 'request')
  }
}

/** Returns the path of the route, with names in place of ids and secrets. */
const routeOf = (c: HonoContext<Env>) =>
  matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path ?? 'an unknown path'

/**
 * Returns the address by which limits count the client. Behind a proxy, it is the last entry of `X-Forwarded-For`, also of
 * repeated headers. If that isn't an address, the client sent it, so the proxy's own address counts instead.
 */
function addressOf(c: HonoContext<Env>, { trustProxy }: Context['config']): string {
  const reported = trustProxy ? c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined
  const address = reported && clientAddress(reported)
  return address && isAddress(address) ? address : clientAddress(c.env?.address ?? 'local')
}

/** Matches names of routes and files, and UUIDs, which are no secrets. */
const PLAIN = /^(?:[A-Za-z][A-Za-z._-]{0,39}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/

/**
 * Redacts every part of a path that may be a secret, such as a link's token. Decides by the form of the part, because a path that matches
 * no route may contain one, too, for example after a typo.
 */
const withoutSecrets = (path: string) =>
  path
    .split('/')
    .map(part => (PLAIN.test(part) ? part : '…'))
    .join('/')
