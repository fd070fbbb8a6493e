import { createMiddleware } from 'hono/factory'

import type { UserEnv } from '#api/context.ts'
import { limit, LIMITS } from './limits.ts'

/** Limits a user's changes through calls without a limit of their own. */
export const limitChanges = createMiddleware<UserEnv>(async (c, next) => {
  const ctx = c.get('ctx')
  await limit(ctx, { ...LIMITS.changes, key: ctx.userId })
  await next()
})
