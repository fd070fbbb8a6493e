import { and, eq, notInArray } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { audits } from '#api/db/schema/businesses/scores.ts'
import { broadcastChange } from './broadcast.ts'

/** Queues the first audit of a business with a website, if it has none. */
export async function queueFirstAudit({ db, now, wake }: Inside<Context>, domainId: string): Promise<void> {
  await db
    .insert(audits)
    .values({ id: crypto.randomUUID(), domainId, state: 'queued', wakeAt: now() })
    .onConflictDoNothing()
  wake('audits')
}

/** Discards the scores of a business's previous website, and queues the first audit of the new one. */
export async function replaceAudit(
  ctx: Inside<Context>,
  domainId: string,
  websiteURL: string | undefined,
): Promise<void> {
  await ctx.db.delete(audits).where(eq(audits.domainId, domainId))
  if (websiteURL) await queueFirstAudit(ctx, domainId)
}

/** Queues an audit unless it is queued or running. */
export async function refreshAudit(ctx: Inside<Context>, auditId: string): Promise<void> {
  const queued = await ctx.db
    .update(audits)
    .set({ state: 'queued', tries: 0, wakeAt: ctx.now() })
    .where(and(eq(audits.id, auditId), notInArray(audits.state, ['queued', 'running'])))
    .returning({ id: audits.id })
  if (queued.length > 0) await broadcastChange(ctx, auditId)
  ctx.wake('audits')
}
