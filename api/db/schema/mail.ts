import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Mail that is waiting to go out. A row leaves when the mail server has taken it. */
export const outbox = sqliteTable(
  'outbox',
  {
    /** One mail a key: `delivery:ID:ATTEMPT`, or random. */
    id: text().primaryKey(),
    userId: text('user_id'),
    /** The mail as JSON, sealed: it may hold a code. */
    encryptedMail: text('sealed_mail').notNull(),
    wakeAt: integer('wake_at', { mode: 'timestamp_ms' }).notNull(),
    attempt: integer().notNull().default(0),
    /** The mail server got all of it once, and did not say whether it took it. */
    unsure: integer({ mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
    /** Somebody waits for it in front of a screen: it goes before all that isn't. */
    urgent: integer({ mode: 'boolean' }).notNull().default(false),
  },
  t => [index('outbox_wake').on(t.urgent, t.wakeAt)],
)
