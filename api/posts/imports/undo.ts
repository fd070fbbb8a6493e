import { and, asc, eq } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { importRows, imports } from '#api/db/schema/posts/imports.ts'
import { posts } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { cancelDeliveries } from '#api/posts/post/cancel.ts'
import { activeOf, hasBegun, loadPost } from '#api/posts/post/load.ts'
import type { Import } from '#shared/posts/imports.ts'
import { STOPPED } from './imports.ts'
import { readImport, requireStopped } from './reading.ts'

/**
 * Cancels the posts that an import has created, except those that a network may have. Their rows are ready again. Changes that
 * the import made in other posts stay.
 * @throws {DomainError} `conflict` while it is running, `not_found`
 */
export async function undoImport(ctx: UserContext, id: string): Promise<Import> {
  const created = await write(ctx, async ctx => {
    await requireStopped(ctx, id)
    return ctx.db
      .select({ line: importRows.line })
      .from(importRows)
      .where(and(eq(importRows.importId, id), eq(importRows.state, 'created')))
      .orderBy(asc(importRows.line))
  })
  // A transaction for each post, so that other writes have their turn. After a crash, the rest can be undone.
  for (const { line } of created) await undoRow(ctx, id, line)
  return readImport(ctx, id)
}

const undoRow = (ctx: UserContext, importId: string, line: number): Promise<void> =>
  write(ctx, async ctx => {
    await requireStopped(ctx, importId)
    const isRow = and(eq(importRows.importId, importId), eq(importRows.line, line))
    const [row] = await ctx.db.select().from(importRows).where(isRow)
    if (row?.state !== 'created') return
    if (row.postId !== null) {
      const loaded = await loadPost(ctx, row.postId)
      const active = activeOf(loaded)
      // A network may also have a post that was cancelled there.
      if (active.some(hasBegun) || loaded.deliveries.some(each => each.mayBePublished)) return
      if (active.length > 0) await cancelDeliveries(ctx, loaded, active)
      // Without its key, the row's next post isn't taken for this one.
      await ctx.db.update(posts).set({ idempotencyKey: null }).where(eq(posts.id, row.postId))
    }
    await ctx.db.update(importRows).set({ state: 'ready', postId: null }).where(isRow)
    // The new attempt number makes a check start again that has read the rows without this one.
    await ctx.db
      .update(imports)
      .set({ ...STOPPED, finishedAt: null })
      .where(eq(imports.id, importId))
  })
