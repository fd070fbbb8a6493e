import {
  flag,
  index,
  instant,
  partOf,
  primaryKey,
  sqliteTable,
  text,
  unique,
} from '#api/db/schema/columns.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { ROLES } from '#shared/businesses/permissions.ts'
import { domains } from './domains.ts'

/** People with a role in a business. Every business has at least one owner, and `domains.userId` is one of them. */
export const members = sqliteTable(
  'members',
  {
    domainId: partOf('domain_id', () => domains.id),
    userId: partOf('user_id', () => users.id),
    role: text({ enum: ROLES }).notNull(),
    /** True for the member's selected business; at most one per user. */
    isSelected: flag('is_selected').notNull().default(false),
    /** End of the visit of an administrator who isn't a member; null for members. */
    visitsUntil: instant('visits_until'),
    createdAt: instant('created_at').notNull(),
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
    domainId: partOf('domain_id', () => domains.id),
    /** The invited e-mail, in lower case. */
    email: text().notNull(),
    role: text({ enum: ROLES }).notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** The owner who invited; null once they have deleted their login. */
    invitedBy: text('invited_by').references(() => users.id, { onDelete: 'set null' }),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  t => [
    unique('invitations_domain_email').on(t.domainId, t.email),
    index('invitations_inviter').on(t.invitedBy),
    index('invitations_email').on(t.email),
    index('invitations_expiry').on(t.expiresAt),
  ],
)
