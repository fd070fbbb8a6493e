import { desc, eq, sql } from 'drizzle-orm'

import type { Db } from '#api/db/client.ts'
import { audits, scores } from '#api/db/schema/businesses/scores.ts'
import type { Scores } from '#shared/scores.ts'

const latest = sql<string>`json_array(${scores.performance}, ${scores.accessibility}, ${scores.bestPractices}, ${scores.seo})`

/** Returns the expression, for a select that joins `audits`, of its latest scores as JSON; null before the first measurement. */
export const latestScores = (db: Db) =>
  sql<string | null>`(${db
    .select({ latest })
    .from(scores)
    .where(eq(scores.auditId, audits.id))
    .orderBy(desc(scores.measuredAt), desc(scores.id))
    .limit(1)})`

export function readScores(json: string): Scores {
  const [performance, accessibility, bestPractices, seo] = JSON.parse(json) as [
    number,
    number,
    number,
    number,
  ]
  return { performance, accessibility, 'best-practices': bestPractices, seo }
}
