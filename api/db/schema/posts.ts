import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'

import { NETWORK_IDS } from '#shared/networks.ts'
import { DELIVERY_STATES, FIRST_COMMENT_STATES } from '#shared/posts/posts.ts'
import { accounts } from './accounts.ts'
import { users } from './auth.ts'
import { domains } from './domains.ts'
import { media } from './media.ts'

const instant = (name: string) => integer(name, { mode: 'timestamp_ms' })

/** What the author wrote. */
export const posts = sqliteTable(
  'posts',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    domainId: text('domain_id')
      .notNull()
      .references(() => domains.id, { onDelete: 'cascade' }),
    /** The author's time, and the zone it was chosen in. */
    publishAt: instant('publish_at').notNull(),
    timeZone: text('time_zone').notNull(),
    idempotencyKey: text('idempotency_key'),
    createdAt: instant('created_at').notNull(),
  },
  t => [
    unique('posts_idempotency').on(t.userId, t.idempotencyKey),
    index('posts_user').on(t.userId, t.publishAt),
    index('posts_domain').on(t.domainId),
  ],
)

export const postMedia = sqliteTable(
  'post_media',
  {
    postId: text('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
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
    postId: text('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
    /** The post's: a list of one business is read from the index alone. */
    domainId: text('domain_id').notNull(),
    /** What is connected in its place now, while it isn't out on another one. */
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** The provider's id, and the name, of the account that its author wrote it for: it goes out on no other. */
    meantFor: text('meant_for'),
    meantForName: text('meant_for_name').notNull().default(''),
    network: text({ enum: NETWORK_IDS }).notNull(),
    message: text().notNull(),
    /** Positions of the post's media that go to this network. */
    mediaPositions: text('media_positions', { mode: 'json' }).$type<number[]>().notNull(),
    state: text({ enum: DELIVERY_STATES }).notNull(),
    publishAt: instant('publish_at').notNull(),
    /** When the engine must act next: due time, end of a lease, or next look. Null when nothing is to be done. */
    wakeAt: instant('wake_at'),
    /** Counts claims. Every write of an attempt is guarded by its number. */
    attempt: integer().notNull().default(0),
    /** Definite, passing failures in a row. */
    failures: integer().notNull().default(0),
    reasonCode: text('reason_code').notNull().default(''),
    reason: text().notNull().default(''),
    /** The provider's id of the post. */
    externalId: text('external_id'),
    permalink: text(),
    publishedAt: instant('published_at'),
    /** When its author took it off the network again, as far as we know. */
    removedAt: instant('removed_at'),
    updatedAt: instant('updated_at').notNull(),
  },
  t => [
    unique('deliveries_post_network').on(t.postId, t.network),
    index('deliveries_wake')
      .on(t.wakeAt)
      .where(sql`${t.wakeAt} is not null`),
    index('deliveries_user_state').on(t.userId, t.state, t.publishAt, t.postId, t.domainId),
    index('deliveries_account').on(t.accountId, t.state),
    index('deliveries_external')
      .on(t.externalId)
      .where(sql`${t.externalId} is not null`),
  ],
)
export type DeliveryRow = typeof deliveries.$inferSelect

/** The step that says that the one call that publishes was about to be made. */
export const PUBLISH_STEP = 'publish'

/** What an attempt has done at the provider, or is about to do: the memory that survives a crash. */
export const deliverySteps = sqliteTable(
  'delivery_steps',
  {
    deliveryId: text('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    /** `photo:0`, `video`, `container:1`, `publish` … */
    name: text().notNull(),
    attempt: integer().notNull(),
    /** The provider ids that the step works with, known before it. */
    intent: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** What came back; null while nobody knows. */
    result: text({ mode: 'json' }).$type<Record<string, unknown>>(),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  t => [primaryKey({ columns: [t.deliveryId, t.name] })],
)

/** A publishing call without a response that was concluded not to have taken place. The network may still execute it. */
export const writtenOffCalls = sqliteTable(
  'written_off_calls',
  {
    deliveryId: text('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    /** The attempt that made the call. */
    attempt: integer().notNull(),
    /** The provider's id of the account that the call was made on. */
    account: text().notNull(),
    /** The text that the call sent. */
    message: text().notNull(),
    calledAt: instant('called_at').notNull(),
    writtenOffAt: instant('written_off_at').notNull(),
    /** Time of the next check, or the end of a check's lease; null when no check is left. */
    wakeAt: instant('wake_at'),
    /** The provider's id of the post that the call published late. */
    externalId: text('external_id'),
    /** When the network confirmed that the late post is gone. */
    removedAt: instant('removed_at'),
  },
  t => [
    primaryKey({ columns: [t.deliveryId, t.attempt] }),
    index('written_off_calls_wake')
      .on(t.wakeAt)
      .where(sql`${t.wakeAt} is not null`),
    index('written_off_calls_external')
      .on(t.externalId)
      .where(sql`${t.externalId} is not null`),
  ],
)
export type WrittenOffCall = typeof writtenOffCalls.$inferSelect

/** The comment that follows a delivery once it is out. What becomes of it changes nothing of the delivery. */
export const firstComments = sqliteTable(
  'first_comments',
  {
    deliveryId: text('delivery_id')
      .primaryKey()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    message: text().notNull(),
    state: text({ enum: FIRST_COMMENT_STATES }).notNull(),
    /** As a delivery's; null until the post is out. */
    wakeAt: instant('wake_at'),
    attempt: integer().notNull().default(0),
    failures: integer().notNull().default(0),
    /** When the call that may have added it was about to be made; null when none is unanswered. */
    begunAt: instant('begun_at'),
    /** The provider's id of the comment. */
    externalId: text('external_id'),
    reasonCode: text('reason_code').notNull().default(''),
    reason: text().notNull().default(''),
    updatedAt: instant('updated_at').notNull(),
  },
  t => [
    index('first_comments_wake')
      .on(t.wakeAt)
      .where(sql`${t.wakeAt} is not null`),
  ],
)
export type FirstCommentRow = typeof firstComments.$inferSelect
