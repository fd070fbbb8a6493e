import { and, asc, eq, gt } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { sourceKey } from './videos/conversions.ts'

const BATCH_SIZE = 100

/** Removes the files of a user's media. Keeps the rows, so that a killed run can be repeated. */
export async function removeMediaFilesOf({ db, storage }: Context, userId: string): Promise<void> {
  let last = ''
  for (;;) {
    const rows = await db
      .select()
      .from(media)
      .where(and(eq(media.userId, userId), gt(media.id, last)))
      .orderBy(asc(media.id))
      .limit(BATCH_SIZE)
    for (const { id, key, jpegKey, thumbnailKey } of rows)
      await storage.delete([key, jpegKey, thumbnailKey, sourceKey(id)].filter(name => name !== null))
    const end = rows.at(-1)
    if (!end || rows.length < BATCH_SIZE) return
    last = end.id
  }
}
