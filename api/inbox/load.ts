import { and, eq } from 'drizzle-orm'

import { isAllowedIn, requireRole, roleIn } from '#api/auth/access/membership.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { type InboxItemRow, inboxItems } from '#api/db/schema/businesses/inbox.ts'
import { DomainError } from '#api/runtime/errors.ts'
import type { Permission } from '#shared/businesses/permissions.ts'
import { INBOX_MESSAGES } from '#shared/inbox.ts'

/**
 * Returns an item of one of the caller's businesses.
 * @throws {DomainError} `not_found`, also for another business's; `forbidden` without the permission
 */
export async function loadItem(
  ctx: Inside<UserContext>,
  id: string,
  permission: Permission = 'see',
): Promise<InboxItemRow> {
  const [item] = await ctx.db
    .select()
    .from(inboxItems)
    .where(and(eq(inboxItems.id, id), isAllowedIn(ctx, inboxItems.domainId)))
  const role = item && (await roleIn(ctx, item.domainId))
  if (!role) throw new DomainError('not_found', INBOX_MESSAGES.gone)
  requireRole(role, permission)
  return item
}
