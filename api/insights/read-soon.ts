import { and, eq, gt, inArray, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { insightReads } from '#api/db/schema/businesses/insights.ts'

const MINUTE = 60_000

/** Networks show a new post immediately, and its counts a moment later. */
const COUNT_DELAY_MS = MINUTE
/** Minimum time between reads, for users who post often. */
const MIN_INTERVAL_MS = 5 * MINUTE
/**
 * Minimum interval of a regular read. A shorter one is used while an account is being read, after a failure, to catch up, or
 * to save calls, so such a read isn't moved.
 */
const LONG_WAIT_MS = 2 * 60 * MINUTE

/** Returns the unexecuted update that schedules a read of these accounts within minutes, after a change of their posts. */
export const readSoon = ({ db, now }: Context, accountIds: readonly string[]) =>
  db
    .update(insightReads)
    .set({
      wakeAt: sql`max(${insightReads.readAt} + ${MIN_INTERVAL_MS}, ${+now() + COUNT_DELAY_MS})`,
    })
    .where(
      and(
        inArray(insightReads.accountId, [...accountIds]),
        eq(insightReads.failures, 0),
        gt(insightReads.wakeAt, new Date(+now() + MIN_INTERVAL_MS)),
        sql`${insightReads.wakeAt} > ${insightReads.readAt} + ${LONG_WAIT_MS}`,
      ),
    )
