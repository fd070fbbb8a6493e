import { lte } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { liveEvents } from '#api/db/schema/server/live.ts'

const RETENTION_MS = 60 * 60_000

/** Deletes old events. A browser that was offline for longer refetches everything. */
export async function sweepLiveEvents({ db, now }: Context): Promise<void> {
  await db.delete(liveEvents).where(lte(liveEvents.createdAt, new Date(now().getTime() - RETENTION_MS)))
}
