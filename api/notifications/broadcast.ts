import { asc, inArray, sql } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import { write } from '#api/db/write.ts'
import { liveInserts } from '#api/outbox/live-events.ts'
import { pushInserts } from './push/push.ts'

const AT_ONCE = 500

/** Publishes live events and queues pushes for new notifications, each once even if several processes run this. */
export async function broadcastNotifications(ctx: Context): Promise<void> {
  while ((await unannounced(ctx, 1)).length > 0) {
    await write(ctx, async ctx => {
      const fresh = await unannounced(ctx, AT_ONCE)
      await liveInserts(
        ctx,
        'notification',
        fresh.map(({ id, userId, title }) => ({ userId, data: { id, title } })),
      )
      await pushInserts(ctx, fresh)
      const ids = fresh.map(({ id }) => id)
      await ctx.db.update(notifications).set({ announced: true }).where(inArray(notifications.id, ids))
    })
  }
}

const unannounced = ({ db }: Inside<Context>, limit: number) =>
  db
    .select({ id: notifications.id, userId: notifications.userId, title: notifications.title })
    .from(notifications)
    // Repeats the condition of the partial index literally. SQLite wouldn't match a parameter with it.
    .where(sql`${notifications.announced} = 0`)
    .orderBy(asc(notifications.createdAt))
    .limit(limit)
