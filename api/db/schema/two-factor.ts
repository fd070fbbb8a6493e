import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { users } from './auth.ts'

const instant = (name: string) => integer(name, { mode: 'timestamp_ms' })

/** The authenticator app that somebody signs in with beside their password. Without `confirmedAt` it is being set up. */
export const authenticators = sqliteTable('authenticators', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  encryptedSecret: text('sealed_secret').notNull(),
  /** The half-minute of the last code that was taken: none is taken twice. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  confirmedAt: instant('confirmed_at'),
})

/** Codes that stand in for the authenticator, once each. Of a code only the keyed hash is kept. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
  },
  t => [primaryKey({ columns: [t.userId, t.codeHash] })],
)

/** Who has given the right password and owes the second factor. */
export const signInTickets = sqliteTable(
  'sign_in_tickets',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What the password was checked against: with another one there is no session. */
    passwordHash: text('password_hash'),
    attempts: integer().notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  t => [index('sign_in_tickets_user').on(t.userId), index('sign_in_tickets_expiry').on(t.expiresAt)],
)
