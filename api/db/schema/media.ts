import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { users } from './auth.ts'

/** A picture or video that was accepted. Its files are kept in storage under these keys. */
export const media = sqliteTable(
  'media',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['image', 'video'] }).notNull(),
    name: text().notNull(),
    /** What Facebook gets: the picture re-encoded without metadata, or the MP4 as it came. */
    key: text().notNull(),
    type: text({ enum: ['image/jpeg', 'image/png', 'video/mp4'] }).notNull(),
    bytes: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** The JPEG within Instagram's limits and ratio; only of a picture. */
    jpegKey: text('jpeg_key'),
    thumbnailKey: text('thumbnail_key'),
    /** Seconds; only of a video. */
    duration: real(),
    codec: text(),
    /** Null for a video without sound. */
    audioCodec: text('audio_codec'),
    fps: real(),
    createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
    /** When it was last taken up by a draft or a post: what nobody names is swept a while later. */
    touchedAt: integer('touched_at', { mode: 'timestamp_ms' }).notNull(),
    /** Its files are being removed: it can't be taken up any more. */
    isRemoving: integer('is_removing', { mode: 'boolean' }).notNull().default(false),
  },
  t => [index('media_user').on(t.userId, t.createdAt)],
)
export type Media = typeof media.$inferSelect
