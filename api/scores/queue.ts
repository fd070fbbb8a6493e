import { and, eq, notInArray } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { audits } from '#api/db/schema/businesses/scores.ts'
import { publishToBusiness, publishToAdministrators } from '#api/outbox/live-events.ts'
import { wallClock } from '#api/runtime/wall-clock.ts'
import { calls } from '#shared/calls.ts'
import { HOUR_MS } from '#shared/durations.ts'

/** Queues the first audit of a business with a website, if it has none. */
export async function queueFirstAudit({ db, now, wake }: Inside<Context>, domainId: string): Promise<void> {
  await db
    .insert(audits)
    .values({ id: crypto.randomUUID(), domainId, state: 'queued', wakeAt: now() })
    .onConflictDoNothing()
  wake('audits')
}

/** Discards the scores of a business's previous website, and queues the first audit of the new one. */
export async function replaceAudit(ctx: Inside<Context>, domainId: string, websiteURL: string | undefined) {
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
  if (audit?.domainId) await publishToBusiness(ctx, audit.domainId, 'domain', { domainId: audit.domainId })
  if (auditId === SITE) await publishToAdministrators(ctx, 'siteScores')
}

/** From midnight by the agency's clocks, as most of its clients are nearby. */
const NIGHT_LASTS_MS = 6 * HOUR_MS

/**
 * Returns the time of a website's next nightly measurement. Each website has its own time, so that they are spread over the
 * night.
 */
export function nextNight(id: string, after: Date): Date {
  const ownMs = Number(Bun.hash.wyhash(id) % BigInt(NIGHT_LASTS_MS))
  const midnight = wallClock(calls.timeZone, after).startOfDay()
  const today = midnight.epochMilliseconds + ownMs
  return new Date(today > +after ? today : midnight.add({ days: 1 }).epochMilliseconds + ownMs)
}
