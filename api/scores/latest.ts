import { desc, eq, sql } from 'drizzle-orm'

import type { Db } from '#api/db/client.ts'
import { audits, scores } from '#api/db/schema/scores.ts'
import type { Scores } from '#shared/scores.ts'

/** The columns that `toScores` reads. */
const four = sql<string>`json_array(${scores.performance}, ${scores.accessibility}, ${scores.bestPractices}, ${scores.seo})`

/** For a select that joins `audits`: the scores of its last measurement as JSON, null before the first. */
export const latestScores = (db: Db) =>
  sql<string | null>`(${db
    .select({ four })
    .from(scores)
    .where(eq(scores.auditId, audits.id))
    .orderBy(desc(scores.measuredAt), desc(scores.id))
    .limit(1)})`

export function readScores(json: string): Scores {
  const [performance, accessibility, bestPractices, seo] = JSON.parse(json) as number[]
  return {
    performance: performance!,
    accessibility: accessibility!,
    'best-practices': bestPractices!,
    seo: seo!,
  }
}
