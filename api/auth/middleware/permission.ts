import { sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { createMiddleware } from 'hono/factory'

import { activeDomainId, requirePermission } from '#api/auth/access/membership.ts'
import type { UserEnv } from '#api/context.ts'
import type { Permission } from '#shared/businesses/permissions.ts'

type BusinessTable = SQLiteTable & { id: SQLiteColumn; domainId: SQLiteColumn }

/**
 * Rejects members whose role lacks the permission in the request's business: the business of the row whose id is in the
 * path, or else the one that the window shows. Lets non-members pass, because the statements of each call find and change
 * nothing for them. Runs after `requireUser`.
 */
export const requires = (permission: Permission, table?: BusinessTable) =>
  createMiddleware<UserEnv>(async (c, next) => {
    const { ctx } = c.var
    const ofRow =
      table && sql`(select ${table.domainId} from ${table} where ${table.id} = ${c.req.param('id')})`
    await requirePermission(ctx, ofRow ?? activeDomainId(ctx), permission)
    await next()
  })
