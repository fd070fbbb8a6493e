import { sql } from 'drizzle-orm'

import { index, instant, integer, partOf, sqliteTable, text } from '#api/db/schema/columns.ts'
import { users } from './auth.ts'

export const notifications = sqliteTable(
  'notifications',
  {
    /**
     * Inserting the same id twice does nothing: `delivery:ID:ATTEMPT` for a problem, `published:POST`, or random without such a
     * key.
     */
    id: text().primaryKey(),
    userId: partOf('user_id', () => users.id),
    /** Business of the notification, if any. It may have been deleted since. */
    domainId: text('domain_id'),
    type: text({ enum: ['social', 'general', 'system'] }).notNull(),
    tone: text({ enum: ['success', 'primary', 'warning', 'info', 'danger'] }).notNull(),
    title: text().notNull(),
    message: text().notNull(),
    /** Path within the site that the notification leads to. */
    link: text().notNull().default(''),
    readAt: instant('read_at'),
    createdAt: instant('created_at').notNull(),
    /** Set while a deletion can still be undone. Notifications that were deleted together have the same time. */
    deletedAt: instant('deleted_at'),
    /** True once live events and push messages for it are queued. */
    announced: integer({ mode: 'boolean' }).notNull().default(false),
  },
  t => [
    index('notifications_user').on(t.userId, t.createdAt),
    // Covers the counts, which then need no table access.
    index('notifications_counts').on(t.userId, t.type, t.readAt, t.deletedAt),
    index('notifications_unannounced')
      .on(t.createdAt)
      .where(sql`announced = 0`),
    index('notifications_deleted')
      .on(t.deletedAt)
      .where(sql`deleted_at is not null`),
  ],
)
