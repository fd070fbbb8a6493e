import type { MiddlewareHandler } from 'hono'

import { plainLog } from '#api/runtime/logger.ts'
import type { Context, Env } from '../context.ts'
import { clientAddress } from './client-address.ts'
import { allowSite, forbidCaching, protect, tellLength } from './response-headers.ts'

const FORWARDED_ID = /^[\w-]{8,64}$/

/**
 * Gives each request its id and context, its answer the headers of every answer, and leaves one line of it: never its
 * query, body or headers. Headers are set once there is an answer: one that is given some before is copied by Hono, and its
 * body sent as a stream, at twice the cost of all else.
 */
export const logRequests = (ctx: Context): MiddlewareHandler<Env> => {
  const log = plainLog(ctx.log)
  const site = new URL(ctx.config.siteUrl).origin
  return async (c, next) => {
    const { method, path } = c.req
    const asked = c.req.header('X-Request-Id')
    const requestId = asked && FORWARDED_ID.test(asked) ? asked : crypto.randomUUID()
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
    if (method === 'HEAD') await tellLength(c.res)
    headers.set('X-Request-Id', requestId)
    protect(headers)
    if (path.startsWith('/api/') && method !== 'OPTIONS') {
      forbidCaching(headers)
      allowSite(headers, c.req.header('Origin'), site)
    }
    const ms = Math.round(performance.now() - start)
    log.info({ requestId, method, path, status, ms }, 'request')
  }
}
