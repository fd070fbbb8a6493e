import { index, instant, sqliteTable, text, partOf } from '#api/db/schema/columns.ts'
import { users } from './auth.ts'

/** Completed account deletions, for evidence. They don't identify the person. */
export const accountDeletions = sqliteTable(
  'account_deletions',
  {
    id: text().primaryKey(),
    requestedAt: instant('requested_at').notNull(),
    finishedAt: instant('finished_at').notNull(),
  },
  t => [index('account_deletions_finished').on(t.finishedAt)],
)

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
