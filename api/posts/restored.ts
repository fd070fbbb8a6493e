import { and, eq, lte, or, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { deliveries } from './table.ts'

/**
 * A database from a backup doesn't know what went out after the backup was made. What may have gone out is held, for
 * its author to look; what was unconfirmed then is looked up at the provider as always. Returns how many are held.
 */
export async function holdAfterRestore({ db, now }: Context): Promise<number> {
  const held = await db
    .update(deliveries)
    .set({
      state: 'held',
      wakeAt: null,
      attempt: sql`${deliveries.attempt} + 1`,
      updatedAt: now(),
      reasonCode: 'restored',
      reason:
        'We came back from a backup and can’t tell whether this was published. Look at the account first; if the post isn’t there, choose Publish now.',
    })
    .where(
      or(
        eq(deliveries.state, 'publishing'),
        and(eq(deliveries.state, 'scheduled'), lte(deliveries.publishAt, now())),
      ),
    )
    .returning({ id: deliveries.id })
  return held.length
}
