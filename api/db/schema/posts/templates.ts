import { index, instant, partOf, sqliteTable, text } from '#api/db/schema/columns.ts'
import { users } from '#api/db/schema/people/auth.ts'

/** Reusable texts of posts. The browser generates the id. */
export const templates = sqliteTable(
  'templates',
  {
    id: text().primaryKey(),
    userId: partOf('user_id', () => users.id),
    name: text().notNull(),
    text: text().notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  t => [index('templates_user').on(t.userId)],
)
