import { eq } from 'drizzle-orm'

import { deliveries, deliverySteps, firstComments, writtenOffCalls } from '#api/db/schema/posts/posts.ts'
import { mailOutcomes } from '#api/db/schema/server/mail.ts'
import { MAX_CALL_MS } from '#api/publishing/reconciliation/intents.ts'
import { markAllForReconciliation } from '#api/publishing/reconciliation/recovery.ts'
import type { PublishingApp } from '#api/test/publishing.ts'

/** Saves the rows of deliveries, like a snapshot of the database. Returns a function that restores them. */
export async function snapshot({ ctx: { db } }: Pick<PublishingApp, 'ctx'>) {
  const rows = await db.select().from(deliveries)
  const steps = await db.select().from(deliverySteps)
  const comments = await db.select().from(firstComments)
  const writtenOff = await db.select().from(writtenOffCalls)
  return async function restore() {
    await db.delete(deliverySteps)
    await db.delete(firstComments)
    await db.delete(writtenOffCalls)
    await db.delete(mailOutcomes)
    for (const row of rows) await db.update(deliveries).set(row).where(eq(deliveries.id, row.id))
    if (comments.length > 0) await db.insert(firstComments).values(comments)
    if (steps.length > 0) await db.insert(deliverySteps).values(steps)
    if (writtenOff.length > 0) await db.insert(writtenOffCalls).values(writtenOff)
  }
}

/** Starts the next process, which detects that the database was set back. */
export async function startAfterLoss(
  { ctx }: Pick<PublishingApp, 'ctx'>,
  options?: Parameters<typeof markAllForReconciliation>[2],
) {
  const until = ctx.now()
  await markAllForReconciliation(ctx, { until, absentFrom: new Date(+until + MAX_CALL_MS) }, options)
}
