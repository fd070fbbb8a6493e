import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { Context, UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { audits, scores } from '#api/db/schema/businesses/scores.ts'
import { DomainError } from '#api/errors.ts'
import { type Measurement, MAX_MEASUREMENTS, RECENT_MEASUREMENTS } from '#shared/scores.ts'

const RETENTION_MS = 400 * 24 * 60 * 60_000

/** Returns each business's newest `RECENT_MEASUREMENTS` measurements in chronological order, keyed by business id. */
export async function recentHistory(ctx: UserContext): Promise<Record<string, Measurement[]>> {
  const { db } = ctx
  const newest = db
    .select({ id: scores.id })
    .from(scores)
    .where(eq(scores.auditId, audits.id))
    .orderBy(desc(scores.measuredAt), desc(scores.id))
    .limit(RECENT_MEASUREMENTS)
  // Reads only the newest index entries of each website, however long its history is.
  const ids = db
    .select({ id: sql<number>`each.value` })
    .from(audits)
    .innerJoin(domains, eq(domains.id, audits.domainId))
    .innerJoin(sql`json_each((select json_group_array(id) from ${newest})) as each`, sql`true`)
    .where(isAllowedIn(ctx, domains.id))
  const rows = await db
    .select({ domainId: audits.domainId, scores })
    .from(scores)
    .innerJoin(audits, eq(audits.id, scores.auditId))
    .where(inArray(scores.id, ids))
    .orderBy(scores.measuredAt, scores.id)
  const history: Record<string, Measurement[]> = {}
  for (const row of rows) if (row.domainId) (history[row.domainId] ??= []).push(toMeasurement(row.scores))
  return history
}

/**
 * Returns the newest measurements of a business's website, at most `MAX_MEASUREMENTS`, in chronological order.
 * @throws {DomainError} `not_found`, also for a business of which the user isn't a member
 */
export async function domainHistory(ctx: UserContext, domainId: string): Promise<Measurement[]> {
  const { db } = ctx
  const [[domain], rows] = await db.batch([
    db
      .select({ id: domains.id })
      .from(domains)
      .where(and(eq(domains.id, domainId), isAllowedIn(ctx, domains.id))),
    db
      .select({ scores })
      .from(scores)
      .innerJoin(audits, eq(audits.id, scores.auditId))
      .innerJoin(domains, eq(domains.id, audits.domainId))
      .where(and(eq(domains.id, domainId), isAllowedIn(ctx, domains.id)))
      .orderBy(desc(scores.measuredAt), desc(scores.id))
      .limit(MAX_MEASUREMENTS),
  ])
  if (!domain) throw new DomainError('not_found', 'This business no longer exists.')
  return rows.map(row => toMeasurement(row.scores)).toReversed()
}

export const toMeasurement = (row: typeof scores.$inferSelect): Measurement => ({
  measuredAt: row.measuredAt.toISOString(),
  source: row.source,
  scores: {
    performance: row.performance,
    accessibility: row.accessibility,
    'best-practices': row.bestPractices,
    seo: row.seo,
  },
})

/** Deletes measurements older than 400 days. */
export async function sweepScores({ db, now }: Context): Promise<void> {
  await db.delete(scores).where(lt(scores.measuredAt, new Date(+now() - RETENTION_MS)))
}
