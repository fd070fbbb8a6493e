import { and, asc, eq, inArray } from 'drizzle-orm'

import type { Inside, UserContext } from '#api/context.ts'
import { importRows, imports } from '#api/db/schema/posts/imports.ts'
import { posts } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { cancelDeliveries } from '#api/posts/cancel.ts'
import { activeDeliveries, hasBegun, loadPost } from '#api/posts/post/load.ts'
import { revisePost } from '#api/posts/revise.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { type Import, IMPORT_MESSAGES } from '#shared/posts/imports.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { STOPPED_VALUES } from './imports.ts'
import { readImport, requireNotRunning } from './read-imports.ts'

/**
 * Undoes an import. Cancels the posts that it created and that no network may have, and restores the former content of those that
 * it changed and nobody has changed since. Their rows can be imported again. The rows of the others say why their posts stay.
 * @throws {DomainError} `conflict` while it is running, `not_found`
 */
export async function undoImport(ctx: UserContext, id: string): Promise<Import> {
  const [{ domainId }, done] = await write(ctx, async ctx => [
    await requireNotRunning(ctx, id),
    await ctx.db
      .select()
      .from(importRows)
      .where(and(eq(importRows.importId, id), inArray(importRows.state, ['created', 'updated'])))
      .orderBy(asc(importRows.line)),
  ])
  // A transaction for each post, so that other writes have their turn. After a crash, the rest can be undone.
  for (const row of done)
    await (row.state === 'created'
      ? undoCreation(ctx, id, row.line)
      : undoChange({ ...ctx, shownDomainId: domainId }, row))
  return readImport(ctx, id)
}

type Row = typeof importRows.$inferSelect

/** Restores the content that a row has changed. If that isn't possible, the row says why. */
async function undoChange(ctx: UserContext, row: Row): Promise<void> {
  const reason = await restoreContent(ctx, row).catch(error => {
    if (!(error instanceof DomainError)) throw error
    return error.message === POST_MESSAGES.changed
      ? IMPORT_MESSAGES.changedSince
      : `${IMPORT_MESSAGES.notRestored} ${error.message}`
  })
  if (!reason) return
  const problems = [{ column: null, message: reason, warning: true as const }]
  await ctx.db.update(importRows).set({ problems }).where(isUpdated(row))
}

/** SQL condition: another window hasn't undone the row's change meanwhile. */
const isUpdated = ({ importId, line }: Row) =>
  and(eq(importRows.importId, importId), eq(importRows.line, line), eq(importRows.state, 'updated'))

/** Restores the former content of a post, and its row. @returns the reason if that isn't possible */
async function restoreContent(ctx: UserContext, row: Row): Promise<string | undefined> {
  const { importId, postId, post, before } = row
  if (postId === null || before === null) return IMPORT_MESSAGES.notKept
  const { content, version, changedAlone } = before
  await revisePost(ctx, postId, { ...content, version }, async ctx => {
    if (!changedAlone) await ctx.db.update(posts).set({ changedAlone }).where(eq(posts.id, postId))
    const change = post?.change && { ...post.change, version: version + 1 }
    await ctx.db
      .update(importRows)
      .set({
        state: 'changed',
        problems: [],
        before: null,
        post: post && { ...post, ...(change && { change }) },
      })
      .where(isUpdated(row))
    await reopen(ctx, importId)
  })
  return undefined
}

/** Allows the import to be checked and started again. The new attempt number restarts a check that has read the former rows. */
async function reopen({ db }: Inside<UserContext>, importId: string): Promise<void> {
  await db
    .update(imports)
    .set({ ...STOPPED_VALUES, finishedAt: null })
    .where(eq(imports.id, importId))
}

const undoCreation = (ctx: UserContext, importId: string, line: number): Promise<void> =>
  write(ctx, async ctx => {
    await requireNotRunning(ctx, importId)
    const isRow = and(eq(importRows.importId, importId), eq(importRows.line, line))
    const [row] = await ctx.db.select().from(importRows).where(isRow)
    if (row?.state !== 'created') return
    if (row.postId !== null) {
      const loaded = await loadPost(ctx, row.postId)
      const active = activeDeliveries(loaded)
      // A network may also have a post that was cancelled there.
      if (active.some(hasBegun) || loaded.deliveries.some(delivery => delivery.mayBePublished)) return
      if (active.length > 0) await cancelDeliveries(ctx, loaded, active)
      // Without its key, the row's next post isn't taken for this one.
      await ctx.db.update(posts).set({ idempotencyKey: null }).where(eq(posts.id, row.postId))
    }
    await ctx.db.update(importRows).set({ state: 'ready', postId: null }).where(isRow)
    await reopen(ctx, importId)
  })
