import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { users } from './auth.ts'

export const domains = sqliteTable(
  'domains',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    businessName: text('business_name').notNull(),
    websiteUrl: text('website_url').notNull().default(''),
    isSelected: integer('is_selected', { mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
  },
  t => [index('domains_user').on(t.userId, t.createdAt)],
)
