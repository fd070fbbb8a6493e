import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { users } from '#api/db/schema/people/auth.ts'

/** Reusable texts of posts. The browser generates the id. */
export const templates = sqliteTable(
  'templates',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    text: text().notNull(),
    createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
    updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
  },
  t => [index('templates_user').on(t.userId)],
)
