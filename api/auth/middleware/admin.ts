import { createMiddleware } from 'hono/factory'

import type { UserEnv } from '#api/context.ts'
import { DomainError } from '#api/errors.ts'

/** Admits administrators, by their current role. Runs after `requireUser`. */
export const requireAdmin = createMiddleware<UserEnv>(async (c, next) => {
  if (c.var.ctx.role !== 'admin') throw new DomainError('forbidden', 'This is for administrators only.')
  await next()
})
