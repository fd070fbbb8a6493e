import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { domains } from '#api/db/schema/businesses/domains.ts'

/** Hashtags that a business uses together. The browser generates the id. */
export const hashtagSets = sqliteTable(
  'hashtag_sets',
  {
    id: text().primaryKey(),
    domainId: text('domain_id')
      .notNull()
      .references(() => domains.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    text: text().notNull(),
    updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
  },
  t => [index('hashtag_sets_domain').on(t.domainId)],
)
