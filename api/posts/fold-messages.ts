import { and, eq, isNull } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { fold } from '#shared/text/fold.ts'

const BATCH_SIZE = 1000

/** Folds messages that an earlier release wrote, for searches. One at a time, because each may be long. */
export async function foldMessages({ db }: Context): Promise<void> {
  const { id, message, searchText } = deliveries
  const unfolded = await db
    .select({ id, message })
    .from(deliveries)
    .where(isNull(searchText))
    .limit(BATCH_SIZE)
  for (const row of unfolded)
    await db
      .update(deliveries)
      .set({ searchText: fold(row.message) })
      .where(and(eq(id, row.id), isNull(searchText)))
}
