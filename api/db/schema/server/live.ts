import { index, instant, integer, json, sqliteTable, text } from '#api/db/schema/columns.ts'

/** Live events for browsers. Written in the batch that makes the change, and polled by every process. */
export const liveEvents = sqliteTable(
  'live_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: text('user_id').notNull(),
    type: text().notNull(),
    data: json<Record<string, unknown>>('data').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  t => [index('live_events_created').on(t.createdAt)],
)
