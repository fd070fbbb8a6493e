import { domains } from '#api/db/schema/businesses/domains.ts'
import { index, instant, partOf, sqliteTable, text } from '#api/db/schema/columns.ts'

/** Hashtags that a business uses together. The browser generates the id. */
export const hashtagSets = sqliteTable(
  'hashtag_sets',
  {
    id: text().primaryKey(),
    domainId: partOf('domain_id', () => domains.id),
    name: text().notNull(),
    text: text().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  t => [index('hashtag_sets_domain').on(t.domainId)],
)
