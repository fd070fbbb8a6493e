import { and, eq, isNotNull, lte, or, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { commentReasons } from './comment-reasons.ts'
import { reasons } from './reasons.ts'
import { holdUnclaimed, settleDelivery } from './settle.ts'
import { deliveries, firstComments } from './table.ts'

/**
 * A database from a backup doesn't know what went out after the backup was made. What may have gone out is held, for
 * its author to look; what was unconfirmed then is looked up at the provider as always. Returns how many are held.
 */
export async function holdAfterRestore(ctx: Context): Promise<number> {
  const due = and(eq(deliveries.state, 'scheduled'), lte(deliveries.publishAt, ctx.now()))
  const rows = await ctx.db
    .select()
    .from(deliveries)
    .where(or(eq(deliveries.state, 'publishing'), due))
  for (const row of rows) {
    const because = reasons.restored(row.network)
    if (row.state === 'scheduled') await holdUnclaimed(ctx, row, because)
    else await settleDelivery(ctx, row, { state: 'held', ...because })
  }
  await failCommentsAfterRestore(ctx)
  return rows.length
}

/** One that was about to be added may have been since: it is not added by us any more. */
async function failCommentsAfterRestore({ db, now }: Context): Promise<void> {
  const { reason, reasonCode } = commentReasons.restored('the network')
  await db
    .update(firstComments)
    .set({
      state: 'failed',
      wakeAt: null,
      reason,
      reasonCode,
      attempt: sql`${firstComments.attempt} + 1`,
      updatedAt: now(),
    })
    .where(isNotNull(firstComments.wakeAt))
}
