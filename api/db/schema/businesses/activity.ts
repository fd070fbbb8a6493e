import { sql } from 'drizzle-orm'

import { index, integer, json, partOf, sqliteTable, text } from '#api/db/schema/columns.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { ACTIVITY_ORIGINS, ACTS } from '#shared/activity.ts'
import { domains } from './domains.ts'

/**
 * Activity log of a business. Append-only, except that people who delete their login are removed from it. It doesn't record
 * publications, because they are in `deliveries`.
 */
export const activity = sqliteTable(
  'activity',
  {
    id: text().primaryKey(),
    domainId: partOf('domain_id', () => domains.id),
    act: text({ enum: ACTS }).notNull(),
    via: text({ enum: ACTIVITY_ORIGINS }).notNull(),
    /** The person who acted; null for reviewers, Currawong itself and former members. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The name that a reviewer entered; empty for others. */
    name: text().notNull().default(''),
    postId: text('post_id'),
    personId: text('person_id').references(() => users.id, { onDelete: 'set null' }),
    /** The e-mail of an invitation, in lower case, until it is accepted. */
    email: text(),
    details: json<Record<string, unknown>>('details').notNull(),
    at: integer({ mode: 'timestamp_ms' }).notNull(),
  },
  t => [
    index('activity_domain').on(t.domainId, t.at, t.id),
    index('activity_user')
      .on(t.userId)
      .where(sql`user_id is not null`),
    index('activity_person')
      .on(t.personId)
      .where(sql`person_id is not null`),
    index('activity_email')
      .on(t.email)
      .where(sql`email is not null`),
  ],
)
