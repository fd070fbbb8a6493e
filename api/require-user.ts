import { createMiddleware } from 'hono/factory'

import { readSession } from './auth/sessions.ts'
import type { RequestContext, UserEnv, VisitorEnv } from './context.ts'
import { DomainError } from './errors.ts'

const BEARER = /^Bearer ([a-z0-9]{20,100})$/i

function sessionOf(ctx: RequestContext, authorization: string | undefined) {
  const token = BEARER.exec(authorization ?? '')?.[1]
  return token ? readSession(ctx, token) : undefined
}

/** Lets a request with a living session through, with the user in its context. */
export const requireUser = createMiddleware<UserEnv>(async (c, next) => {
  const session = await sessionOf(c.var.ctx, c.req.header('Authorization'))
  if (!session) throw new DomainError('unauthenticated', 'Please log in to continue.')
  c.set('ctx', { ...c.var.ctx, ...session })
  await next()
})

/** Lets everybody through; who has a living session is known. */
export const knowUser = createMiddleware<VisitorEnv>(async (c, next) => {
  c.set('ctx', { ...c.var.ctx, ...(await sessionOf(c.var.ctx, c.req.header('Authorization'))) })
  await next()
})
