import { createMiddleware } from 'hono/factory'

import type { Env } from '#api/context.ts'
import { type Limit, limitAddress } from './limits/limits.ts'

/** Middleware for routes with a secret URL that grants access. Limits the client's calls, and prevents caching and indexing. */
export const secretUrl = (rule: Omit<Limit, 'key'>) =>
  createMiddleware<Env>(async (c, next) => {
    await limitAddress(c.var.ctx, rule)
    await next()
    c.header('Cache-Control', 'private, no-store')
    c.header('X-Robots-Tag', 'noindex, nofollow')
    c.header('Referrer-Policy', 'no-referrer')
  })
