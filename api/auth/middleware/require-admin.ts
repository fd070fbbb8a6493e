import { createMiddleware } from 'hono/factory'

import type { UserEnv } from '#api/context.ts'
import { DomainError } from '#api/errors.ts'

/** Stands behind `requireUser`, and lets administrators through. The role is the person's present one. */
export const requireAdmin = createMiddleware<UserEnv>(async (c, next) => {
  if (c.var.ctx.role !== 'admin') throw new DomainError('forbidden', 'This is for administrators only.')
  await next()
})
