import { and, eq, gt, inArray, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { insightReads } from '#api/db/schema/insights.ts'

const MINUTE = 60_000

/** Networks show a new post immediately, and its counts a moment later. */
const SETTLE_MS = MINUTE
/** Minimum time between reads, for users who post often. */
const AT_MOST_EVERY_MS = 5 * MINUTE
/** An account that is due sooner is being read, retried or caught up with, or saves its call budget. */
const LONG_REST_MS = 2 * 60 * MINUTE

/** Returns the unexecuted update that schedules a read of these accounts within minutes, after a change of their posts. */
export const readSoon = ({ db, now }: Context, accountIds: readonly string[]) =>
  db
    .update(insightReads)
    .set({
      wakeAt: sql`max(${insightReads.readAt} + ${AT_MOST_EVERY_MS}, ${+now() + SETTLE_MS})`,
    })
    .where(
      and(
        inArray(insightReads.accountId, [...accountIds]),
        eq(insightReads.failures, 0),
        gt(insightReads.wakeAt, new Date(+now() + AT_MOST_EVERY_MS)),
        sql`${insightReads.wakeAt} > ${insightReads.readAt} + ${LONG_REST_MS}`,
      ),
    )
