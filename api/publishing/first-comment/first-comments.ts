import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'

import type { Context } from '#api/context.ts'
import { insertMany } from '#api/db/insert-many.ts'
import { deliveries, firstComments } from '#api/db/schema/posts/posts.ts'
import type { NetworkId } from '#shared/networks.ts'

/** Returns the text of the delivery's first comment; empty if it has none. */
export async function readFirstComment({ db }: Pick<Context, 'db'>, deliveryId: string): Promise<string> {
  const [row] = await db
    .select({ message: firstComments.message })
    .from(firstComments)
    .where(eq(firstComments.deliveryId, deliveryId))
  return row?.message ?? ''
}

/** `writtenComment` is the author's text, if links got tags in `firstComment`. */
type Planned = { id: string; firstComment: string; writtenComment?: string | null }

/** Inserts first comments, which wait for their deliveries. Returns the unexecuted statement for `db.batch`. */
export function firstCommentInserts({ db, now }: Context, planned: readonly Planned[]) {
  const rows = planned.flatMap(({ id, firstComment, writtenComment = null }) =>
    firstComment.trim() === ''
      ? []
      : {
          deliveryId: id,
          message: firstComment.trim(),
          written: writtenComment,
          state: 'waiting' as const,
          updatedAt: now(),
        },
  )
  return rows.length > 0 ? [db.insert(firstComments).values(rows)] : []
}

type Changed = {
  platform: NetworkId
  firstComment?: string | undefined
  writtenComment?: string | null
}

/** Replaces first comments, or deletes those with an empty text. Returns the unexecuted statements for `db.batch`. */
export function firstCommentChanges(
  { db, now }: Context,
  editable: SQL | undefined,
  changed: readonly Changed[],
) {
  const withComment = changed.filter(({ firstComment }) => firstComment !== undefined)
  return withComment.flatMap(
    ({ platform, firstComment = '', writtenComment: written = null }): BatchItem<'sqlite'>[] => {
      const delivery = db
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(and(editable, eq(deliveries.network, platform)))
      const text = firstComment.trim()
      if (text === '') return [db.delete(firstComments).where(inArray(firstComments.deliveryId, delivery))]
      return [
        insertMany(
          db,
          firstComments,
          { deliveryId: sql`id`, message: text, written, state: 'waiting', updatedAt: now() },
          sql`from (${delivery}) where true`,
        ).onConflictDoUpdate({
          target: firstComments.deliveryId,
          set: { message: text, written, updatedAt: now() },
        }),
      ]
    },
  )
}
