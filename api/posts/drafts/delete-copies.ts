import { and, eq, inArray, isNull } from 'drizzle-orm'

import { isOwnOrAllowed } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { drafts } from '#api/db/schema/posts/drafts.ts'
import { BULK_MESSAGES, type BulkResult, type DeleteCopies } from '#shared/posts/bulk.ts'

/** Deletes the drafts that nobody has saved since they were created. They can be restored for an hour. */
export async function deleteCopies(ctx: UserContext, { draftIds }: DeleteCopies): Promise<BulkResult[]> {
  const deleted = await ctx.db
    .update(drafts)
    .set({ deletedAt: ctx.now() })
    .where(
      and(
        inArray(drafts.id, draftIds),
        isOwnOrAllowed(ctx, drafts, 'write'),
        eq(drafts.version, 1),
        isNull(drafts.deletedAt),
      ),
    )
    .returning({ id: drafts.id })
  return draftIds.map(_id =>
    deleted.some(({ id }) => id === _id)
      ? { _id, success: true }
      : { _id, success: false, message: BULK_MESSAGES.copyChanged },
  )
}
