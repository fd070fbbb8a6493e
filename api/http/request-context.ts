import type { MiddlewareHandler } from 'hono'

import { plainLog } from '#api/runtime/logger.ts'
import type { Context, Env } from '../context.ts'
import { clientAddress } from './client-address.ts'
import { allowSite, forbidCaching, setContentLength, setSecurityHeaders } from './response-headers.ts'

const FORWARDED_ID = /^[\w-]{8,64}$/

/**
 * Gives each request an id and a context, sets the default response headers, and logs one line, never the query, body or
 * headers. The headers are set on the finished response: if any were set before, Hono would copy the response and stream its
 * body, which would double the cost of a request.
 */
export const logRequests = (ctx: Context): MiddlewareHandler<Env> => {
  const log = plainLog(ctx.log)
  const site = new URL(ctx.config.siteUrl).origin
  return async (c, next) => {
    const { method, path } = c.req
    const forwardedId = c.req.header('X-Request-Id')
    const requestId = forwardedId && FORWARDED_ID.test(forwardedId) ? forwardedId : crypto.randomUUID()
    const forwarded = ctx.config.trustProxy
      ? c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim()
      : undefined
    c.set('requestId', requestId)
    c.set('ctx', {
      ...ctx,
      address: clientAddress(forwarded ?? c.env?.address ?? 'local'),
      userAgent: c.req.header('User-Agent')?.slice(0, 300) ?? '',
    })

    const start = performance.now()
    await next()
    const { headers, status } = c.res
    if (method === 'HEAD') await setContentLength(c.res)
    headers.set('X-Request-Id', requestId)
    setSecurityHeaders(headers)
    if (path.startsWith('/api/') && method !== 'OPTIONS') {
      forbidCaching(headers)
      allowSite(headers, c.req.header('Origin'), site)
    }
    const ms = Math.round(performance.now() - start)
    log.info({ requestId, method, path: withoutToken(path), status, ms }, 'request')
  }
}

/** Redacts the token in the path of a calendar feed, link, invitation or report, since it grants access. */
const withoutToken = (path: string) =>
  path.replace(/^(\/api\/(?:feeds|review|connect|invitations)|\/report)\/[^/]+/, '$1/…')
