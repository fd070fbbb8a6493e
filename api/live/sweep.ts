import { lte } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { liveEvents } from '#api/db/schema/live.ts'

const KEPT_MS = 60 * 60_000

/** Browsers that were away for longer read everything anew. */
export async function sweepLiveEvents({ db, now }: Context): Promise<void> {
  await db.delete(liveEvents).where(lte(liveEvents.createdAt, new Date(now().getTime() - KEPT_MS)))
}
