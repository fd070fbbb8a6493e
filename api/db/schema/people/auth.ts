import { index, instant, integer, partOf, sqliteTable, text } from '#api/db/schema/columns.ts'

/** People with a verified e-mail. Unverified sign-ups are in `signups`. */
export const users = sqliteTable('users', {
  id: text().primaryKey(),
  email: text().notNull().unique(),
  fullname: text().notNull(),
  /** Null for people who only sign in with Google. */
  passwordHash: text('password_hash'),
  /** Google's `sub`, which doesn't change with the e-mail. */
  googleId: text('google_id').unique(),
  /** Time at which the user removed Google sign-in. No Google account is linked by e-mail until they allow it again. */
  googleRemovedAt: instant('google_removed_at'),
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
  /** Maximum number of social accounts by agreement; null for the Basic Plan's. */
  maxAccounts: integer('max_accounts'),
  /** Time of the user's deletion request, its planned start and its actual start. */
  deletionRequestedAt: instant('deletion_requested_at'),
  deletionAt: instant('deletion_at'),
  deletionStartedAt: instant('deletion_started_at'),
  createdAt: instant('created_at').notNull(),
})
export type User = typeof users.$inferSelect

/** Sign-ups awaiting their code. Each has its own password, so that nobody can set the password of someone else's sign-up. */
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
    /** Wrong codes since the last code was mailed, from clients with and without the ticket. */
    attempts: integer().notNull().default(0),
    attemptsWithoutTicket: integer('attempts_without_ticket').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  t => [index('signups_email').on(t.email, t.createdAt), index('signups_expiry').on(t.expiresAt)],
)

export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: partOf('user_id', () => users.id),
    tokenHash: text('token_hash').notNull().unique(),
    userAgent: text('user_agent').notNull().default(''),
    address: text().notNull().default(''),
    createdAt: instant('created_at').notNull(),
    seenAt: instant('seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  t => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
)

/** Mailed password reset links. Only the hash of a token is stored. */
export const passwordResets = sqliteTable(
  'password_resets',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: partOf('user_id', () => users.id),
    expiresAt: instant('expires_at').notNull(),
  },
  t => [index('password_resets_user').on(t.userId), index('password_resets_expiry').on(t.expiresAt)],
)

/** New e-mails of users, each awaiting its code. A user has at most one. */
export const emailChanges = sqliteTable(
  'email_changes',
  {
    /** New for each request, so that a code only confirms the e-mail to which it was mailed. */
    id: text().primaryKey(),
    userId: partOf('user_id', () => users.id).unique(),
    email: text().notNull(),
    codeHash: text('code_hash').notNull(),
    codeExpiresAt: instant('code_expires_at').notNull(),
    /** Wrong codes since the last code was mailed. */
    attempts: integer().notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  t => [index('email_changes_expiry').on(t.expiresAt)],
)
