import { createMiddleware } from 'hono/factory'

import { readSession } from './auth/sessions.ts'
import type { UserEnv } from './context.ts'
import { DomainError } from './errors.ts'

const BEARER = /^Bearer ([a-z0-9]{20,100})$/i

/** Lets a request with a living session through, with the user in its context. */
export const requireUser = createMiddleware<UserEnv>(async (c, next) => {
  const token = BEARER.exec(c.req.header('Authorization') ?? '')?.[1]
  const session = token ? await readSession(c.var.ctx, token) : undefined
  if (!session) throw new DomainError('unauthenticated', 'Please log in to continue.')
  c.set('ctx', { ...c.var.ctx, ...session })
  await next()
})
