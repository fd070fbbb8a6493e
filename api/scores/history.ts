import { and, desc, eq, lt, lte, sql } from 'drizzle-orm'

import type { Context, UserContext } from '#api/context.ts'
import { domains } from '#api/domains/table.ts'
import { DomainError } from '#api/errors.ts'
import { type Measurement, MOST_MEASUREMENTS, RECENT_MEASUREMENTS } from '#shared/scores.ts'
import { audits, scores } from './table.ts'

const KEPT_MS = 400 * 24 * 60 * 60_000

/** The newest measurements of each of the person's websites, by domain, oldest first. */
export async function recentHistory({ db, userId }: UserContext): Promise<Record<string, Measurement[]>> {
  const place = sql<number>`row_number() over (partition by ${scores.auditId} order by ${scores.measuredAt} desc, ${scores.id} desc)`
  const recent = db
    .select({ domainId: audits.domainId, id: scores.id, place: place.as('place') })
    .from(scores)
    .innerJoin(audits, eq(audits.id, scores.auditId))
    .innerJoin(domains, eq(domains.id, audits.domainId))
    .where(eq(domains.userId, userId))
    .as('recent')
  const rows = await db
    .select({ domainId: recent.domainId, scores })
    .from(recent)
    .innerJoin(scores, eq(scores.id, recent.id))
    .where(lte(recent.place, RECENT_MEASUREMENTS))
    .orderBy(scores.measuredAt, scores.id)
  const history: Record<string, Measurement[]> = {}
  for (const row of rows) (history[row.domainId!] ??= []).push(toMeasurement(row.scores))
  return history
}

/**
 * Every measurement of a domain's website that is kept, oldest first.
 * @throws DomainError `not_found`
 */
export async function domainHistory({ db, userId }: UserContext, domainId: string): Promise<Measurement[]> {
  const [[domain], rows] = await db.batch([
    db
      .select({ id: domains.id })
      .from(domains)
      .where(and(eq(domains.id, domainId), eq(domains.userId, userId))),
    db
      .select({ scores })
      .from(scores)
      .innerJoin(audits, eq(audits.id, scores.auditId))
      .innerJoin(domains, eq(domains.id, audits.domainId))
      .where(and(eq(domains.id, domainId), eq(domains.userId, userId)))
      .orderBy(desc(scores.measuredAt), desc(scores.id))
      .limit(MOST_MEASUREMENTS),
  ])
  if (!domain) throw new DomainError('not_found', 'This domain no longer exists.')
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

/** A little more than a year is kept. */
export async function sweepScores({ db, now }: Context): Promise<void> {
  await db.delete(scores).where(lt(scores.measuredAt, new Date(+now() - KEPT_MS)))
}
