import { domains } from '#api/db/schema/businesses/domains.ts'
import { index, instant, partOf, sqliteTable, text } from '#api/db/schema/columns.ts'
import { users } from '#api/db/schema/people/auth.ts'

/** The browser generates the id. */
const columns = {
  id: text().primaryKey(),
  name: text().notNull(),
  text: text().notNull(),
  updatedAt: instant('updated_at').notNull(),
}

/** Reusable texts of posts. */
export const templates = sqliteTable(
  'templates',
  { ...columns, userId: partOf('user_id', () => users.id), createdAt: instant('created_at').notNull() },
  t => [index('templates_user').on(t.userId)],
)

/** Answers to reviews and comments that a business uses again. */
export const savedReplies = sqliteTable(
  'saved_replies',
  { ...columns, domainId: partOf('domain_id', () => domains.id) },
  t => [index('saved_replies_domain').on(t.domainId)],
)

/** Hashtags that a business uses together. */
export const hashtagSets = sqliteTable(
  'hashtag_sets',
  { ...columns, domainId: partOf('domain_id', () => domains.id) },
  t => [index('hashtag_sets_domain').on(t.domainId)],
)
