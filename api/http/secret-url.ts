import { createMiddleware } from 'hono/factory'

import type { Env } from '#api/context.ts'
import { type Limit, limitAddress } from './limits/limits.ts'

/**
 * Middleware for routes whose URL contains a secret that grants access: a token, a ticket or a signature. Marks the URL as secret, so that
 * `logRequests` sets the headers of `keepSecret`. With a rule, also limits the calls of an IP address.
 */
export const secretUrl = (rule?: Omit<Limit, 'key'>) =>
  createMiddleware<Env>(async (c, next) => {
    c.set('hasSecretUrl', true)
    if (rule) await limitAddress(c.var.ctx, rule)
    await next()
  })
