import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What browsers are told as it happens. Written in the batch that changed the row; read by every process's tail. */
export const liveEvents = sqliteTable(
  'live_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: text('user_id').notNull(),
    type: text().notNull(),
    data: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
  },
  t => [index('live_events_created').on(t.createdAt)],
)
