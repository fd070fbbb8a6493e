import { asc, inArray, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import { liveInserts } from '#api/outbox/live-events.ts'
import { pushInserts } from './push/push.ts'

const AT_ONCE = 500

/**
 * Publishes live events and queues pushes for new notifications. A single transaction, guarded row by row, so that each
 * notification is broadcast once even if several processes run this.
 */
export async function broadcastNotifications(ctx: Context): Promise<void> {
  const { db } = ctx
  for (;;) {
    const fresh = await db
      .select({ id: notifications.id, userId: notifications.userId, title: notifications.title })
      .from(notifications)
      // Repeats the condition of the partial index literally. SQLite wouldn't match a parameter with it.
      .where(sql`${notifications.announced} = 0`)
      .orderBy(asc(notifications.createdAt))
      .limit(AT_ONCE)
    if (fresh.length === 0) return
    const rows = fresh.map(({ id, userId, title }) => ({ userId, data: { id, title } }))
    await db.batch([
      liveInserts(ctx, 'notification', rows, isUnannounced(sql`item.value -> 'data' ->> 'id'`)),
      pushInserts(ctx, fresh, isUnannounced(sql`item.value ->> 'id'`)),
      db
        .update(notifications)
        .set({ announced: true })
        .where(
          inArray(
            notifications.id,
            fresh.map(({ id }) => id),
          ),
        ),
    ])
    if (fresh.length < AT_ONCE) return
  }
}

const isUnannounced = (id: ReturnType<typeof sql>) =>
  sql`exists (select 1 from notifications where id = ${id} and announced = 0)`
