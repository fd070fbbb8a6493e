import { and, eq, gt, inArray, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { insightReads } from '#api/db/schema/insights.ts'

const MINUTE = 60_000

/** Networks show a new post at once, and count it a moment later. */
const SETTLE_MS = MINUTE
/** Who posts all day long doesn't have the network asked after each. */
const AT_MOST_EVERY_MS = 5 * MINUTE
/** What is due sooner than this is being read, tried again or caught up with, or rests for its call budget. */
const LONG_REST_MS = 2 * 60 * MINUTE

/** For the batch that writes that posts of these accounts came or went: their figures are read anew within minutes. */
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
