import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'

import { users } from '#api/db/schema/people/auth.ts'
import { ROLES } from '#shared/businesses/permissions.ts'
import { domains } from './domains.ts'

/** People with a role in a business. Every business has at least one owner, and `domains.userId` is one of them. */
export const members = sqliteTable(
  'members',
  {
    domainId: text('domain_id')
      .notNull()
      .references(() => domains.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ROLES }).notNull(),
    /** True for the member's selected business; at most one per user. */
    isSelected: integer('is_selected', { mode: 'boolean' }).notNull().default(false),
    /** End of the visit of an administrator who isn't a member; null for members. */
    visitsUntil: integer('visits_until', { mode: 'timestamp_ms' }),
    createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
  },
  t => [
    primaryKey({ columns: [t.domainId, t.userId] }),
    // Covers the lookup of a person's businesses, which nearly every call makes.
    index('members_user').on(t.userId, t.domainId, t.role, t.isSelected),
  ],
)

/** Invitations that nobody has accepted yet. Only the hash of the link's token is stored. */
export const invitations = sqliteTable(
  'invitations',
  {
    id: text().primaryKey(),
    domainId: text('domain_id')
      .notNull()
      .references(() => domains.id, { onDelete: 'cascade' }),
    /** In lower case. */
    email: text().notNull(),
    role: text({ enum: ROLES }).notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** The owner who invited; null once they have deleted their login. */
    invitedBy: text('invited_by').references(() => users.id, { onDelete: 'set null' }),
    expiresAt: integer('expires_at', { mode: 'timestamp_ms' }).notNull(),
    createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
  },
  t => [
    unique('invitations_domain_email').on(t.domainId, t.email),
    index('invitations_inviter').on(t.invitedBy),
    index('invitations_email').on(t.email),
    index('invitations_expiry').on(t.expiresAt),
  ],
)
