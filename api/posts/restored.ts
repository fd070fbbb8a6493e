import { and, eq, isNotNull, lte, or } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { networks } from '#shared/networks.ts'
import { commentReasons } from './comment-reasons.ts'
import { settleComment } from './comment-settle.ts'
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

/** One that was about to be added may have been since: it is not added by us any more, and its author is told. */
async function failCommentsAfterRestore(ctx: Context): Promise<void> {
  const { db } = ctx
  const rows = await db
    .select({ comment: firstComments, delivery: deliveries })
    .from(firstComments)
    .innerJoin(deliveries, eq(deliveries.id, firstComments.deliveryId))
    .where(isNotNull(firstComments.wakeAt))
  for (const row of rows)
    await settleComment(ctx, row, {
      state: 'failed',
      ...commentReasons.restored(networks[row.delivery.network].name),
    })
}
