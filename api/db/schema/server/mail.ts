import { flag, index, instant, integer, sqliteTable, text } from '#api/db/schema/columns.ts'

/** Mail to be sent. A row is deleted when the mail server has accepted it. */
export const outbox = sqliteTable(
  'outbox',
  {
    /** Inserting the same id twice does nothing: `delivery:ID:ATTEMPT`, or random without such a key. */
    id: text().primaryKey(),
    userId: text('user_id'),
    /** Business of the mail, so that members who are removed don't get it any more. */
    domainId: text('domain_id'),
    /** The mail as encrypted JSON, because it may contain a code. */
    encryptedMail: text('sealed_mail').notNull(),
    wakeAt: instant('wake_at').notNull(),
    attempt: integer().notNull().default(0),
    /** True if the mail server received the whole mail and didn't respond, so it may have been delivered. */
    unsure: integer({ mode: 'boolean' }).notNull().default(false),
    createdAt: instant('created_at').notNull(),
    /** True if somebody is waiting for the mail at a screen. Urgent mail is sent first. */
    urgent: integer({ mode: 'boolean' }).notNull().default(false),
    /** True if the outcome of the mail is recorded in `mail_outcomes`. */
    isTracked: flag('is_tracked').notNull().default(false),
  },
  t => [index('outbox_wake').on(t.urgent, t.wakeAt)],
)

/** Outcomes of tracked mail, by the id that it had in the outbox. */
export const mailOutcomes = sqliteTable('mail_outcomes', {
  id: text().primaryKey(),
  state: text({ enum: ['sent', 'failed'] }).notNull(),
  at: integer({ mode: 'timestamp_ms' }).notNull(),
})
