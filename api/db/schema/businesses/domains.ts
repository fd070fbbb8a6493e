import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { users } from '#api/db/schema/people/auth.ts'
import type { LinkTags } from '#shared/posts/link-tags.ts'

export const domains = sqliteTable(
  'domains',
  {
    id: text().primaryKey(),
    /** One of its owners. The business counts toward this owner's limits. It is deleted with them if it has no other member. */
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    businessName: text('business_name').notNull(),
    websiteUrl: text('website_url').notNull().default(''),
    /** No longer used: `members.isSelected` replaced it. */
    wasSelected: integer('is_selected', { mode: 'boolean' }).notNull().default(false),
    /** IANA name; null until somebody sets it. */
    timeZone: text('time_zone'),
    /** UTM tags for links in its posts; null if nobody has set them. */
    linkTags: text('link_tags', { mode: 'json' }).$type<LinkTags>(),
    /** True for the sample business of a demo, whose posts and figures are made up. */
    isSample: integer('is_sample', { mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
  },
  t => [index('domains_user').on(t.userId, t.createdAt)],
)
