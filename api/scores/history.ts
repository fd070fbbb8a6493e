import { desc, eq, lt, type SQL, sql } from 'drizzle-orm'

import { isAllowedIn, requireMembership } from '#api/auth/access/membership.ts'
import type { Context, UserContext } from '#api/context.ts'
import type { Db } from '#api/db/client.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { audits, scores } from '#api/db/schema/businesses/scores.ts'
import { alias } from '#api/db/schema/columns.ts'
import { DAY_MS } from '#shared/durations.ts'
import { type Measurement, MAX_MEASUREMENTS, RECENT_MEASUREMENTS } from '#shared/scores.ts'

const RETENTION_MS = 400 * DAY_MS

/** Returns each business's newest `RECENT_MEASUREMENTS` measurements in chronological order, keyed by business id. */
export async function recentHistory(ctx: UserContext): Promise<Record<string, Measurement[]>> {
  const { db } = ctx
  const websites = await db
    .select({ auditId: audits.id, domainId: domains.id })
    .from(audits)
    .innerJoin(domains, eq(domains.id, audits.domainId))
    .where(isAllowedIn(ctx, domains.id))
  // Each query reads only the newest index entries of its website, however long the history is.
  const histories = await Promise.all(
    websites.map(async ({ auditId, domainId }) => {
      const rows = await newestScores(ctx, auditId, RECENT_MEASUREMENTS)
      return [domainId, rows.map(toMeasurement).toReversed()] as const
    }),
  )
  return Object.fromEntries(histories.filter(([, measured]) => measured.length > 0))
}

export const newestScores = ({ db }: Pick<Context, 'db'>, auditId: string, limit: number) =>
  db
    .select()
    .from(scores)
    .where(eq(scores.auditId, auditId))
    .orderBy(desc(scores.measuredAt), desc(scores.id))
    .limit(limit)

/**
 * Returns the newest measurements of a business's website, at most `MAX_MEASUREMENTS`, in chronological order.
 * @throws {DomainError} `not_found`, also for a business of which the user isn't a member
 */
export async function domainHistory(ctx: UserContext, domainId: string): Promise<Measurement[]> {
  await requireMembership(ctx, domainId)
  const [audit] = await ctx.db.select({ id: audits.id }).from(audits).where(eq(audits.domainId, domainId))
  const rows = audit ? await newestScores(ctx, audit.id, MAX_MEASUREMENTS) : []
  return rows.map(toMeasurement).toReversed()
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

const newer = alias(scores, 'newer')

/** SQL condition on `scores` joined to `audits`: the row is the latest measurement. */
export const isLatest = (db: Db): SQL =>
  eq(
    scores.id,
    sql`(${db
      .select({ id: newer.id })
      .from(newer)
      .where(eq(newer.auditId, audits.id))
      .orderBy(desc(newer.measuredAt), desc(newer.id))
      .limit(1)})`,
  )
