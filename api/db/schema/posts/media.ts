import { sql } from 'drizzle-orm'

import { domains } from '#api/db/schema/businesses/domains.ts'
import {
  flag,
  index,
  instant,
  integer,
  json,
  partOf,
  real,
  sqliteTable,
  text,
} from '#api/db/schema/columns.ts'
import { users } from '#api/db/schema/people/auth.ts'
import type { VideoType } from '#shared/media/file-type.ts'

/** Accepted pictures and videos, with the storage keys of their files. */
export const media = sqliteTable(
  'media',
  {
    id: text().primaryKey(),
    userId: partOf('user_id', () => users.id),
    /** The business in whose library it is; null for uploads without a business. */
    domainId: text('domain_id').references(() => domains.id, { onDelete: 'set null' }),
    /** The original of a cropped picture. */
    croppedFrom: text('cropped_from'),
    /** Last alt text that its owner entered, suggested when the file is used again. */
    altText: text('alt_text').notNull().default(''),
    /** Words by which members sort the library, like those of posts. */
    labels: json<string[]>('labels').notNull().default([]),
    /** Time at which its owner removed it from the library. Posts and drafts that use it keep it. */
    discardedAt: instant('discarded_at'),
    kind: text({ enum: ['image', 'video'] }).notNull(),
    name: text().notNull(),
    /**
     * Name and alt text as searches see them (`shared/text/fold.ts`); null until they are folded, if an earlier release wrote
     * them.
     */
    searchName: text('search_name'),
    searchAltText: text('search_alt_text'),
    /** The file for Facebook: the picture re-encoded without metadata, or the uploaded MP4. */
    key: text().notNull(),
    type: text({ enum: ['image/jpeg', 'image/png', 'video/mp4'] }).notNull(),
    bytes: integer().notNull(),
    /** SHA-256 of the file at `key`; null for older files until it is needed. */
    sha256: text(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** A JPEG within Instagram's limits and aspect ratio; only for pictures. */
    jpegKey: text('jpeg_key'),
    thumbnailKey: text('thumbnail_key'),
    /** Duration of a video in seconds. */
    duration: real(),
    codec: text(),
    /** Null for a video without sound. */
    audioCodec: text('audio_codec'),
    fps: real(),
    /** State of a video's conversion; null once the converted file is stored. */
    conversion: text({ enum: ['waiting', 'running', 'failed'] }),
    /** Explains a failed conversion to the owner. */
    conversionMessage: text('conversion_message'),
    /** Progress of the conversion, from 0 to 1. */
    conversionProgress: real('conversion_progress').notNull().default(0),
    /** Time until which a process may convert it; another takes over afterwards. */
    conversionLease: instant('conversion_lease'),
    conversionAttempts: integer('conversion_attempts').notNull().default(0),
    /** Type of the uploaded file, which is stored until it is converted. */
    sourceType: text('source_type').$type<VideoType>(),
    /** True for a picture with transparency that becomes one plain colour on a white ground. */
    isPlainOnWhite: flag('is_plain_on_white').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    /** Time of the last use in a draft or post. Unreferenced media are swept some time later. */
    touchedAt: instant('touched_at').notNull(),
    /** True while its files are being removed; it can't be used any more. */
    isRemoving: flag('is_removing').notNull().default(false),
  },
  t => [
    index('media_user').on(t.userId, t.createdAt),
    index('media_domain').on(t.domainId, t.createdAt),
    index('media_content').on(t.domainId, t.sha256),
    index('media_unhashed')
      .on(t.id)
      .where(sql`${t.sha256} is null and ${t.conversion} is null`),
    index('media_unfolded')
      .on(t.id)
      .where(sql`${t.searchName} is null or ${t.searchAltText} is null`),
  ],
)
export type Media = typeof media.$inferSelect
