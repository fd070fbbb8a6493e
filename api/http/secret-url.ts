import { createMiddleware } from 'hono/factory'

import type { Env } from '#api/context.ts'
import { type Limit, limitAddress } from './limits/limits.ts'

/**
 * Middleware for routes with a secret in their URL that grants access: a token, a ticket or a signature. No cache, search engine
 * or other site gets to know such a URL or its response, whatever the route sets (`logRequests`). Limits the client's calls, if
 * there is a rule.
 */
export const secretUrl = (rule?: Omit<Limit, 'key'>) =>
  createMiddleware<Env>(async (c, next) => {
    c.set('hasSecretUrl', true)
    if (rule) await limitAddress(c.var.ctx, rule)
    await next()
  })
