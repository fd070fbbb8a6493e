import type { MiddlewareHandler } from 'hono'

import { clientAddress } from './client-address.ts'
import type { Context, Env } from './context.ts'

const FORWARDED_ID = /^[\w-]{8,64}$/

/** Gives each request its id and context, and leaves one line of it: never its query, body or headers. */
export const logRequests = (ctx: Context): MiddlewareHandler<Env> => {
  // Looking for secrets takes ten times as long as the line, whose fields are these five.
  const log = ctx.log.child({}, { redact: [] })
  return async (c, next) => {
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
    c.header('X-Request-Id', requestId)

    const start = performance.now()
    await next()
    c.res.headers.set('X-Request-Id', requestId)
    const ms = Math.round(performance.now() - start)
    log.info({ requestId, method: c.req.method, path: c.req.path, status: c.res.status, ms }, 'request')
  }
}
