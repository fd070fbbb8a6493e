import { eq } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { firstComments } from '#api/db/schema/posts/posts.ts'

/** Returns the text of the delivery's first comment; empty if it has none. */
export async function readFirstComment({ db }: Pick<Context, 'db'>, deliveryId: string): Promise<string> {
  const [row] = await db
    .select({ message: firstComments.message })
    .from(firstComments)
    .where(eq(firstComments.deliveryId, deliveryId))
  return row?.message ?? ''
}

/** `writtenComment` is the author's text, if links got tags in `firstComment`. */
type Commented = { id: string; firstComment?: string | undefined; writtenComment?: string | null }

/** Saves the first comments of deliveries, or deletes those with an empty text. Those without a text stay. */
export async function saveFirstComments(
  { db, now }: Inside<Context>,
  changed: readonly Commented[],
): Promise<void> {
  for (const { id, firstComment, writtenComment: written = null } of changed) {
    if (firstComment === undefined) continue
    const values = { message: firstComment.trim(), written, updatedAt: now() }
    await (values.message === ''
      ? db.delete(firstComments).where(eq(firstComments.deliveryId, id))
      : db
          .insert(firstComments)
          .values({ deliveryId: id, state: 'waiting', ...values })
          .onConflictDoUpdate({ target: firstComments.deliveryId, set: values }))
  }
}
