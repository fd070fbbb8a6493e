import { eq } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { audits } from '#api/db/schema/businesses/scores.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { liveInsertFor, liveInserts } from '#api/outbox/live-events.ts'

/** Audit id of the product's own site. */
export const SITE = 'site'

/**
 * Publishes a change of an audit to the members of the website's business or, for the product's own site, to
 * administrators.
 */
export async function broadcastChange(ctx: Inside<Context>, auditId: string): Promise<void> {
  const [audit] = await ctx.db
    .select({ domainId: audits.domainId })
    .from(audits)
    .where(eq(audits.id, auditId))
  if (audit?.domainId) await liveInsertFor(ctx, audit.domainId, 'domain', { domainId: audit.domainId })
  if (auditId !== SITE) return
  const administrators = await ctx.db.select({ userId: users.id }).from(users).where(eq(users.role, 'admin'))
  await liveInserts(
    ctx,
    'siteScores',
    administrators.map(each => ({ ...each, data: {} })),
  )
}
