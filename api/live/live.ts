import { type SQL, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import type { LiveEvents, LiveType } from '#shared/live.ts'
import { liveEvents } from './table.ts'

/** For a caller's batch: tells the user's open browsers, where `when` holds by then. */
export const liveInsert = <Type extends LiveType>(
  ctx: Context,
  userId: string,
  type: Type,
  data: LiveEvents[Type],
  when: SQL = sql`true`,
) =>
  ctx.db
    .insert(liveEvents)
    .select(sql`select null, ${userId}, ${type}, ${JSON.stringify(data)}, ${+ctx.now()} where ${when}`)
