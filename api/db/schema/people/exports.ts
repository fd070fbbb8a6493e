import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { users } from './auth.ts'

/** One-time tickets in download URLs. Only the hash is stored. */
export const exportTickets = sqliteTable(
  'export_tickets',
  {
    ticketHash: text('ticket_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: integer('expires_at', { mode: 'timestamp_ms' }).notNull(),
  },
  t => [index('export_tickets_expiry').on(t.expiresAt)],
)
