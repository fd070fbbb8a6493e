import {
  flag,
  index,
  instant,
  integer,
  partOf,
  primaryKey,
  sqliteTable,
  text,
} from '#api/db/schema/columns.ts'
import { accounts } from './accounts.ts'

const accountId = () => partOf('account_id', () => accounts.id)

/** Measures; null if the network doesn't count them. */
const measures = () => ({
  reach: integer(),
  views: integer(),
  saves: integer(),
  clicks: integer(),
})

/** Schedule and lease of the reads of an account's figures. */
export const insightReads = sqliteTable(
  'insight_reads',
  {
    accountId: accountId().primaryKey(),
    /** Time of the next read; during a read, the end of its lease. */
    wakeAt: instant('wake_at').notNull(),
    /** Number of claims so far, which fences each write. */
    attempt: integer().notNull().default(0),
    failures: integer().notNull().default(0),
    /** Time of the last complete read. */
    readAt: instant('read_at'),
    /** Time of the last read that listed all posts, instead of the latest. */
    listedAt: instant('listed_at'),
    /** Time until which the account's call budget is reserved for publishing; null if there is enough of it. */
    budgetUntil: instant('budget_until'),
    /** Reason why the network provides no insights for the account; empty if it does. */
    missing: text({ enum: ['', 'permission', 'nothing'] })
      .notNull()
      .default(''),
  },
  t => [index('insight_reads_wake').on(t.wakeAt)],
)

/** An account's figures for one day (UTC). A figure that the network didn't provide is null. */
export const accountInsights = sqliteTable(
  'account_insights',
  {
    accountId: accountId(),
    /** The day, such as `2026-11-21`. */
    day: text().notNull(),
    /** Totals at the day's last read. */
    followers: integer(),
    posts: integer(),
    comments: integer(),
    likes: integer(),
    /** Interactions with the account's posts on this day. */
    engagement: integer(),
    /** Measures of this day. */
    ...measures(),
  },
  t => [primaryKey({ columns: [t.accountId, t.day] })],
)

/** Presence of an account on one day. A figure that the network didn't provide is null. */
export const accountPresence = sqliteTable(
  'account_presence',
  {
    accountId: accountId(),
    /** The day, such as `2026-11-21`. */
    day: text().notNull(),
    searchMobile: integer('search_mobile'),
    searchDesktop: integer('search_desktop'),
    mapsMobile: integer('maps_mobile'),
    mapsDesktop: integer('maps_desktop'),
    calls: integer(),
    directions: integer(),
    websiteClicks: integer('website_clicks'),
  },
  t => [primaryKey({ columns: [t.accountId, t.day] })],
)

/** Searches with which people found an account's profile in a month. */
export const accountKeywords = sqliteTable(
  'account_keywords',
  {
    accountId: accountId(),
    /** The month, such as `2026-10`. */
    month: text().notNull(),
    keyword: text().notNull(),
    /** Number of times that the profile was shown for this search. If `isBelow`, the number is an upper limit. */
    count: integer().notNull(),
    isBelow: flag('is_below').notNull().default(false),
  },
  t => [primaryKey({ columns: [t.accountId, t.month, t.keyword] })],
)

/** Posts as their network shows them, including those published with other tools. */
export const accountPosts = sqliteTable(
  'account_posts',
  {
    accountId: accountId(),
    externalId: text('external_id').notNull(),
    publishedAt: instant('published_at').notNull(),
    excerpt: text().notNull(),
    permalink: text().notNull().default(''),
    likes: integer().notNull(),
    comments: integer().notNull(),
    shares: integer().notNull().default(0),
    ...measures(),
  },
  t => [
    primaryKey({ columns: [t.accountId, t.externalId] }),
    index('account_posts_time').on(t.accountId, t.publishedAt),
  ],
)
