import { domains } from '#api/db/schema/businesses/domains.ts'
import {
  index,
  instant,
  integer,
  json,
  partOf,
  primaryKey,
  sqliteTable,
  text,
} from '#api/db/schema/columns.ts'
import { users } from '#api/db/schema/people/auth.ts'
import type { DraftContent } from '#shared/posts/drafts.ts'
import { media } from './media.ts'

/** Posts being written. The browser generates the id. */
export const drafts = sqliteTable(
  'drafts',
  {
    id: text().primaryKey(),
    userId: partOf('user_id', () => users.id),
    /** The business that was selected at the last save; null if the author has none. */
    domainId: text('domain_id').references(() => domains.id, { onDelete: 'cascade' }),
    content: json<DraftContent>('content').notNull(),
    /** Number of saves. A window with an older version can't overwrite a newer one. */
    version: integer().notNull(),
    /** Set while a deletion can still be undone. */
    deletedAt: instant('deleted_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  t => [index('drafts_user').on(t.userId, t.updatedAt), index('drafts_domain').on(t.domainId)],
)
export type DraftRow = typeof drafts.$inferSelect

/** Media that drafts refer to, including the originals of cropped pictures; they aren't swept. */
export const draftMedia = sqliteTable(
  'draft_media',
  {
    draftId: partOf('draft_id', () => drafts.id),
    mediaId: text('media_id')
      .notNull()
      .references(() => media.id),
  },
  t => [primaryKey({ columns: [t.draftId, t.mediaId] }), index('draft_media_media').on(t.mediaId)],
)
