import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { users } from './auth.ts'

/** A text that its author uses again and again. Its id is made by the browser that saves it. */
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
