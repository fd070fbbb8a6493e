import { index, instant, integer, partOf, primaryKey, sqliteTable, text } from '#api/db/schema/columns.ts'
import { users } from './auth.ts'

/** Authenticator apps. Not in use until `confirmedAt` is set. */
export const authenticators = sqliteTable('authenticators', {
  userId: partOf('user_id', () => users.id).primaryKey(),
  encryptedSecret: text('sealed_secret').notNull(),
  /** The 30-second step of the last accepted code, so that no code is accepted twice. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  confirmedAt: instant('confirmed_at'),
})

/** One-time codes that replace the authenticator's. Only keyed hashes are stored. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    userId: partOf('user_id', () => users.id),
    codeHash: text('code_hash').notNull(),
  },
  t => [primaryKey({ columns: [t.userId, t.codeHash] })],
)

/** Sign-ins with the right password that still need the second factor. */
export const signInTickets = sqliteTable(
  'sign_in_tickets',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: partOf('user_id', () => users.id),
    /** The hash that the password was checked against; a changed password invalidates the ticket. */
    passwordHash: text('password_hash'),
    attempts: integer().notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  t => [index('sign_in_tickets_user').on(t.userId), index('sign_in_tickets_expiry').on(t.expiresAt)],
)
