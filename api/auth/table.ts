import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

const instant = (name: string) => integer(name, { mode: 'timestamp_ms' })

/** People whose e-mail is verified: nobody stands here before. */
export const users = sqliteTable('users', {
  id: text().primaryKey(),
  email: text().notNull().unique(),
  fullname: text().notNull(),
  /** Null for those who sign in with Google. */
  passwordHash: text('password_hash'),
  /** Google's `sub`, which stays when the e-mail there changes. */
  googleId: text('google_id').unique(),
  role: text({ enum: ['user', 'admin'] })
    .notNull()
    .default('user'),
  mobile: text().notNull().default(''),
  countryCode: text('country_code').notNull().default(''),
  gender: text().notNull().default(''),
  dob: text().notNull().default(''),
  address: text().notNull().default(''),
  bio: text().notNull().default(''),
  profileImage: text('profile_image'),
  /** When the person asked to have the account deleted, when that begins, and when it began. */
  deletionRequestedAt: instant('deletion_requested_at'),
  deletionAt: instant('deletion_at'),
  deletionStartedAt: instant('deletion_started_at'),
  createdAt: instant('created_at').notNull(),
})
export type User = typeof users.$inferSelect

/** A sign-up whose code has not come back yet. It holds its own password, so that nobody can sign up for another. */
export const signups = sqliteTable(
  'signups',
  {
    id: text().primaryKey(),
    email: text().notNull(),
    fullname: text().notNull(),
    passwordHash: text('password_hash').notNull(),
    ticketHash: text('ticket_hash').notNull(),
    codeHash: text('code_hash').notNull(),
    codeExpiresAt: instant('code_expires_at').notNull(),
    /** Wrong codes since the last code was mailed. */
    attempts: integer().notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  t => [index('signups_email').on(t.email, t.createdAt), index('signups_expiry').on(t.expiresAt)],
)

export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    userAgent: text('user_agent').notNull().default(''),
    address: text().notNull().default(''),
    createdAt: instant('created_at').notNull(),
    seenAt: instant('seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  t => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
)

/** Links that were mailed to set a new password. Of the token only the hash is kept. */
export const passwordResets = sqliteTable(
  'password_resets',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  t => [index('password_resets_user').on(t.userId), index('password_resets_expiry').on(t.expiresAt)],
)

/** The authenticator app that somebody signs in with beside their password. Without `confirmedAt` it is being set up. */
export const authenticators = sqliteTable('authenticators', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  sealedSecret: text('sealed_secret').notNull(),
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
    attempts: integer().notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  t => [index('sign_in_tickets_user').on(t.userId), index('sign_in_tickets_expiry').on(t.expiresAt)],
)
