import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { accounts } from './accounts.ts'

const instant = (name: string) => integer(name, { mode: 'timestamp_ms' })

const accountId = () =>
  text('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' })

/** When an account's figures are read next, and by whom they are being read. */
export const insightReads = sqliteTable(
  'insight_reads',
  {
    accountId: accountId().primaryKey(),
    /** When they are due; while they are being read, when that lease ends. */
    wakeAt: instant('wake_at').notNull(),
    /** Counts claims: what a claim writes is guarded by its number. */
    attempt: integer().notNull().default(0),
    failures: integer().notNull().default(0),
    /** When they were last read whole. */
    readAt: instant('read_at'),
    /** Why the network tells no insights of the account; empty where it does. */
    missing: text({ enum: ['', 'permission', 'nothing'] })
      .notNull()
      .default(''),
  },
  t => [index('insight_reads_wake').on(t.wakeAt)],
)

/** What an account's network told of one day (UTC). Null is what it did not tell. */
export const accountInsights = sqliteTable(
  'account_insights',
  {
    accountId: accountId(),
    /** `2026-11-21` */
    day: text().notNull(),
    /** As they stood at the end of the day, or when they were last read on it. */
    followers: integer(),
    posts: integer(),
    comments: integer(),
    likes: integer(),
    /** What people did with the account's posts on this day. */
    engagement: integer(),
  },
  t => [primaryKey({ columns: [t.accountId, t.day] })],
)

/** A post as its network shows it, whoever published it. */
export const accountPosts = sqliteTable(
  'account_posts',
  {
    accountId: accountId(),
    externalId: text('external_id').notNull(),
    publishedAt: instant('published_at').notNull(),
    /** The beginning of its text. */
    excerpt: text().notNull(),
    permalink: text().notNull().default(''),
    likes: integer().notNull(),
    comments: integer().notNull(),
    shares: integer().notNull().default(0),
  },
  t => [
    primaryKey({ columns: [t.accountId, t.externalId] }),
    index('account_posts_time').on(t.accountId, t.publishedAt),
  ],
)
