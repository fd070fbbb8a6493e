import { and, eq, isNull, or } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { fold } from '#shared/text/fold.ts'

const BATCH_SIZE = 1000

/** Folds names and alt texts that an earlier release wrote, for searches. */
export async function foldNames({ db }: Context): Promise<void> {
  const { id, name, altText, searchName, searchAltText } = media
  const isUnfolded = or(isNull(searchName), isNull(searchAltText))
  const unfolded = await db.select({ id, name, altText }).from(media).where(isUnfolded).limit(BATCH_SIZE)
  for (const row of unfolded)
    await db
      .update(media)
      .set({ searchName: fold(row.name), searchAltText: fold(row.altText) })
      // One that was changed meanwhile is folded the next time.
      .where(and(eq(id, row.id), eq(name, row.name), eq(altText, row.altText)))
}
