import { sql } from 'drizzle-orm'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'

import { endVisits, activeDomainId, requirePermission } from '#api/auth/access/membership.ts'
import { readSession } from '#api/auth/sessions/sessions.ts'
import type { UserEnv, VisitorEnv } from '#api/context.ts'
import type { SQLiteColumn, SQLiteTable } from '#api/db/schema/columns.ts'
import { respondNotFound } from '#api/http/error-handler.ts'
import { withErrors } from '#api/http/route.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { DOMAIN_HEADER } from '#shared/businesses/domain-header.ts'
import type { Permission } from '#shared/businesses/permissions.ts'

const BEARER = /^Bearer ([a-z0-9]{20,100})$/i

const MAX_ID = 64

/** Reads the session's token from an `Authorization` header. */
export const tokenOf = (authorization: string | undefined) => BEARER.exec(authorization ?? '')?.[1]

/** Admits requests with a valid session, and adds the user to the context. */
export const requireUser = createMiddleware<UserEnv>(async (c, next) => {
  const ctx = c.get('ctx')
  const token = tokenOf(c.req.header('Authorization'))
  const session = token && (await readSession(ctx, token))
  if (!session) {
    // Only middleware matches an unknown address, with any method. Signing in wouldn't help there.
    if (matchedRoutes(c).every(({ method }) => method === 'ALL')) return respondNotFound(c)
    throw new DomainError('unauthenticated', 'Please sign in to continue.')
  }
  if (session.role === 'admin') await endVisits(ctx, session.userId)
  c.set('ctx', {
    ...ctx,
    ...session,
    shownDomainId: c.req.header(DOMAIN_HEADER)?.slice(0, MAX_ID) || undefined,
  })
  await next()
})

/** Admits all requests, and adds the user if there is a valid session. */
export const optionalUser = createMiddleware<VisitorEnv>(async (c, next) => {
  const ctx = c.get('ctx')
  const token = tokenOf(c.req.header('Authorization'))
  c.set('ctx', { ...ctx, ...(token && (await readSession(ctx, token))) })
  await next()
})

/** Admits administrators, by their current role. Runs after `requireUser`. */
export const requireAdmin = createMiddleware<UserEnv>(async (c, next) => {
  if (c.var.ctx.role !== 'admin') throw new DomainError('forbidden', 'This is for administrators only.')
  await next()
})

type BusinessTable = SQLiteTable & { id: SQLiteColumn; domainId: SQLiteColumn }

/**
 * Rejects members whose role lacks a permission. The business is that of the row of `table` whose id is in the path; without a
 * table, the one that the window shows. Lets non-members pass, because the statements of each call neither find nor change
 * anything for them. Runs after `requireUser`.
 */
export const requires = (permission: Permission, table?: BusinessTable) =>
  withErrors(
    createMiddleware<UserEnv>(async (c, next) => {
      const { ctx } = c.var
      const domainOfRow =
        table && sql`(select ${table.domainId} from ${table} where ${table.id} = ${c.req.param('id')})`
      await requirePermission(ctx, domainOfRow ?? activeDomainId(ctx), permission)
      await next()
    }),
    ['forbidden'],
  )
