import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import type { DraftContent } from '#shared/posts/drafts.ts'
import { users } from './auth.ts'
import { domains } from './domains.ts'
import { media } from './media.ts'

/** A post that is still being written. Its id is made by the browser that writes it. */
export const drafts = sqliteTable(
  'drafts',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The domain that was selected when it was last saved; null for who has none. */
    domainId: text('domain_id').references(() => domains.id, { onDelete: 'cascade' }),
    content: text({ mode: 'json' }).$type<DraftContent>().notNull(),
    /** Counts saves: a window that knows an older one may not write over a newer one. */
    version: integer().notNull(),
    /** Deleted by its author, who may still take that back. */
    deletedAt: integer('deleted_at', { mode: 'timestamp_ms' }),
    createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
    updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
  },
  t => [index('drafts_user').on(t.userId, t.updatedAt), index('drafts_domain').on(t.domainId)],
)
export type DraftRow = typeof drafts.$inferSelect

/** What keeps a draft's pictures and videos from being swept: those shown, and the originals of those cropped. */
export const draftMedia = sqliteTable(
  'draft_media',
  {
    draftId: text('draft_id')
      .notNull()
      .references(() => drafts.id, { onDelete: 'cascade' }),
    mediaId: text('media_id')
      .notNull()
      .references(() => media.id),
  },
  t => [primaryKey({ columns: [t.draftId, t.mediaId] }), index('draft_media_media').on(t.mediaId)],
)
