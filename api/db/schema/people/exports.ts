import { index, instant, partOf, sqliteTable, text } from '#api/db/schema/columns.ts'
import { users } from './auth.ts'

/** One-time tickets in download URLs. Only the hash is stored. */
export const exportTickets = sqliteTable(
  'export_tickets',
  {
    ticketHash: text('ticket_hash').primaryKey(),
    userId: partOf('user_id', () => users.id),
    expiresAt: instant('expires_at').notNull(),
  },
  t => [index('export_tickets_expiry').on(t.expiresAt)],
)
