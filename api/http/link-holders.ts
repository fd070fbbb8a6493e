import { createMiddleware } from 'hono/factory'

import type { Env } from '#api/context.ts'
import { type Limit, limitAddress } from './limits/limits.ts'

/** For routes under a secret URL that grants access: counts the client's calls, and lets nothing about them be cached or indexed. */
export const forLinkHolders = (rule: Omit<Limit, 'key'>) =>
  createMiddleware<Env>(async (c, next) => {
    await limitAddress(c.var.ctx, rule)
    await next()
    c.header('Cache-Control', 'private, no-store')
    c.header('X-Robots-Tag', 'noindex, nofollow')
    c.header('Referrer-Policy', 'no-referrer')
  })
