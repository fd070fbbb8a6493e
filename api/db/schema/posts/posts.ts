import { sql } from 'drizzle-orm'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import {
  index,
  indexOfSet,
  instant,
  integer,
  json,
  partOf,
  primaryKey,
  progress,
  sqliteTable,
  text,
  unique,
} from '#api/db/schema/columns.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import type { PostExtras } from '#shared/posts/extras.ts'
import { DELIVERY_STATES, FIRST_COMMENT_STATES } from '#shared/posts/posts.ts'
import { media } from './media.ts'

/** A change of a post's rhythm, with what Undo needs. */
export type RhythmChange = {
  changedAt: string
  /** The series that the posts were in; null for a post that didn't repeat. */
  former: { seriesId: string; until: string } | null
  /**
   * The post at which the rhythm changed, then those that stayed or moved: their present versions, and their former places and
   * times.
   */
  kept: { postId: string; version: number; seriesIndex: number | null; publishAt: string }[]
  cancelled: string[]
  added: string[]
}

/** A post that repeats. Its occurrences are ordinary posts, all created with it. */
export const postSeries = sqliteTable(
  'post_series',
  {
    id: text().primaryKey(),
    domainId: partOf('domain_id', () => domains.id),
    every: text({ enum: ['week', 'month'] }).notNull(),
    interval: integer().notNull(),
    /** Last day of the series, such as 2026-11-30. */
    until: text().notNull(),
    /** Time zone in which the series keeps its time of day. */
    timeZone: text('time_zone').notNull(),
    /** The last change of its rhythm, for its undo; null if there was none, or if an undo wouldn't restore everything. */
    lastChange: json<RhythmChange>('last_change'),
    createdAt: instant('created_at').notNull(),
  },
  t => [index('post_series_domain').on(t.domainId)],
)

export const posts = sqliteTable(
  'posts',
  {
    id: text().primaryKey(),
    userId: partOf('user_id', () => users.id),
    domainId: partOf('domain_id', () => domains.id),
    /** The author; null once they have deleted their login. `userId` then is an owner of the business. */
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** The time that the author chose, and the zone in which they chose it. */
    publishAt: instant('publish_at').notNull(),
    timeZone: text('time_zone').notNull(),
    idempotencyKey: text('idempotency_key'),
    /** Words by which members sort posts. They aren't published. */
    labels: json<string[]>('labels').notNull().default([]),
    /** Increases with each change, so that a window with an older version can't overwrite a newer one. */
    version: integer().notNull().default(0),
    seriesId: text('series_id').references(() => postSeries.id, { onDelete: 'set null' }),
    /** Position in the series, from 0: the number of intervals since the first post. */
    seriesIndex: integer('series_index'),
    /** Position of the text among the texts that take turns in the series, from 0. */
    seriesText: integer('series_text'),
    /** True if its content was changed without that of the later posts of the series. */
    changedAlone: integer('changed_alone', { mode: 'boolean' }).notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  t => [
    unique('posts_idempotency').on(t.userId, t.idempotencyKey),
    index('posts_user').on(t.userId, t.publishAt),
    index('posts_author').on(t.authorId),
    index('posts_domain').on(t.domainId),
    indexOfSet('posts_series', t.seriesId, [t.seriesId, t.publishAt]),
  ],
)

export const postMedia = sqliteTable(
  'post_media',
  {
    postId: partOf('post_id', () => posts.id),
    position: integer().notNull(),
    mediaId: text('media_id')
      .notNull()
      .references(() => media.id),
    altText: text('alt_text').notNull().default(''),
  },
  t => [primaryKey({ columns: [t.postId, t.position] }), index('post_media_media').on(t.mediaId)],
)

/** A post on one account. States and transitions: docs/publishing.md. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    id: text().primaryKey(),
    postId: partOf('post_id', () => posts.id),
    userId: text('user_id').notNull(),
    /** Copy of the post's business, so that an index covers the lists of one business. */
    domainId: text('domain_id').notNull(),
    /** The account that is now connected for the network and business, unless the delivery was published on another. */
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** The provider's id and the name of the account that the author chose. The post is published on no other account. */
    meantFor: text('meant_for'),
    meantForName: text('meant_for_name').notNull().default(''),
    network: text({ enum: NETWORK_IDS }).notNull(),
    /** The text that goes out. */
    message: text().notNull(),
    /** The author's text, if links got tags in `message`. */
    written: text(),
    /** `message` as searches see it (`shared/text/fold.ts`); null until it is folded, if an earlier release wrote it. */
    searchText: text('search_text'),
    /** An event, an offer or a button of the post on this network. */
    extras: json<PostExtras>('extras'),
    /** The author's extras, if links got tags in `extras`. */
    writtenExtras: json<PostExtras>('written_extras'),
    /** Positions of the post's media to be published on this network. */
    mediaPositions: json<number[]>('media_positions').notNull(),
    state: text({ enum: DELIVERY_STATES }).notNull(),
    /** The state to return to if the author undoes the cancellation; null if that is no longer possible. */
    canceledFrom: text('canceled_from', { enum: DELIVERY_STATES }),
    publishAt: instant('publish_at').notNull(),
    /** `wakeAt` is the time of the engine's next action: due time, end of a lease, or next reconciliation. */
    ...progress(),
    externalId: text('external_id'),
    permalink: text(),
    publishedAt: instant('published_at'),
    /** Time at which the post was removed from the network, if known. */
    removedAt: instant('removed_at'),
  },
  t => [
    unique('deliveries_post_network').on(t.postId, t.network),
    indexOfSet('deliveries_wake', t.wakeAt),
    index('deliveries_user').on(t.userId, t.state),
    index('deliveries_domain_state').on(t.domainId, t.state, t.publishAt, t.postId),
    indexOfSet('deliveries_published', t.publishedAt, [t.domainId, t.publishedAt]),
    // Covers the search for posts that weren't approved by their time.
    index('deliveries_in_review')
      .on(t.publishAt)
      .where(sql`${t.state} in ('in_review', 'changes_requested')`),
    index('deliveries_unfolded')
      .on(t.id)
      .where(sql`${t.searchText} is null`),
    index('deliveries_account').on(t.accountId, t.state),
    indexOfSet('deliveries_external', t.externalId),
  ],
)
export type DeliveryRow = typeof deliveries.$inferSelect

/** Name of the intent that is recorded before the publishing call. */
export const PUBLISH_STEP = 'publish'

/** The intent log: an attempt's steps and intents at the provider, which survive a crash. */
export const deliverySteps = sqliteTable(
  'delivery_steps',
  {
    deliveryId: partOf('delivery_id', () => deliveries.id),
    /** `photo:0`, `video`, `container:1`, `publish` … */
    name: text().notNull(),
    attempt: integer().notNull(),
    /** Provider ids that are known before the call. */
    intent: json<Record<string, unknown>>('intent').notNull(),
    /** The provider's response; null while unknown. */
    result: json<Record<string, unknown>>('result'),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  t => [primaryKey({ columns: [t.deliveryId, t.name] })],
)

/** A publishing call that got no response and was written off: reconciliation found no post. The network may still execute it. */
export const writtenOffCalls = sqliteTable(
  'written_off_calls',
  {
    deliveryId: partOf('delivery_id', () => deliveries.id),
    attempt: integer().notNull(),
    /** The provider's id of the account that the call was made on. */
    account: text().notNull(),
    message: text().notNull(),
    /** The event, offer or button that the call sent. */
    extras: json<PostExtras>('extras'),
    /** Number of the delivery's media when the call was written off; null for calls of earlier versions. */
    mediaCount: integer('pictures'),
    calledAt: instant('called_at').notNull(),
    writtenOffAt: instant('written_off_at').notNull(),
    /** Time of the next check, or the end of a check's lease; null when no check is left. */
    wakeAt: instant('wake_at'),
    /** The provider's id of the post that the call published late. */
    externalId: text('external_id'),
    /** Time at which the network confirmed that the late post is gone. */
    removedAt: instant('removed_at'),
  },
  t => [
    primaryKey({ columns: [t.deliveryId, t.attempt] }),
    indexOfSet('written_off_calls_wake', t.wakeAt),
    indexOfSet('written_off_calls_external', t.externalId),
  ],
)
export type WrittenOffCall = typeof writtenOffCalls.$inferSelect

/** First comments. Their outcome doesn't affect the delivery. */
export const firstComments = sqliteTable(
  'first_comments',
  {
    deliveryId: partOf('delivery_id', () => deliveries.id).primaryKey(),
    /** The text that goes out. */
    message: text().notNull(),
    /** The author's text, if links got tags in `message`. */
    written: text(),
    state: text({ enum: FIRST_COMMENT_STATES }).notNull(),
    /** `wakeAt` is null until the post is published. */
    ...progress(),
    /** Intent: time just before the call that may have added the comment; null if no call is unanswered. */
    begunAt: instant('begun_at'),
    /** The provider's id of the comment. */
    externalId: text('external_id'),
  },
  t => [indexOfSet('first_comments_wake', t.wakeAt)],
)
export type FirstCommentRow = typeof firstComments.$inferSelect
