import {
  blob,
  index,
  instant,
  integer,
  json,
  partOf,
  sqliteTable,
  text,
  unique,
} from '#api/db/schema/columns.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { PRINT_STATES, REPORT_STATES, type ReportContent } from '#shared/reports/report.ts'
import { domains } from './domains.ts'

/** A business's report on one month. Its content is a snapshot: later figures don't change it. */
export const reports = sqliteTable(
  'reports',
  {
    id: text().primaryKey(),
    userId: partOf('user_id', () => users.id),
    domainId: partOf('domain_id', () => domains.id),
    /** The month, such as `2026-10`, in the business's time zone. */
    month: text().notNull(),
    state: text({ enum: REPORT_STATES }).notNull(),
    content: json<ReportContent>('content').notNull(),
    note: text().notNull().default(''),
    recipients: json<string[]>('recipients').notNull(),
    /** Time at which the content was prepared, and so its version: a release requires the version that the author has seen. */
    preparedAt: instant('prepared_at').notNull(),
    /** Number of releases; each has its own link and mails. */
    releases: integer('release').notNull().default(0),
    releasedAt: instant('released_at'),
    releasedBy: text('released_by').references(() => users.id, { onDelete: 'set null' }),
    /** Time at which the monthly mail was queued. A month is mailed once, however often its report is released. */
    mailedAt: instant('mailed_at'),
    /** Hash of the token in the private link; null unless released. */
    linkHash: text('link_hash').unique(),
  },
  t => [
    unique('reports_month').on(t.domainId, t.month),
    index('reports_user').on(t.userId, t.domainId, t.month),
  ],
)
export type ReportRow = typeof reports.$inferSelect

/** Logo and colours of the agency on reports, in a single row. */
export const reportBrand = sqliteTable('report_brand', {
  id: integer().primaryKey(),
  /** The logo as a data URL. */
  mark: text(),
  color: text().notNull(),
  accent: text().notNull(),
})

/** The monthly mail with a business's report: its day and its recipients. */
export const reportMailings = sqliteTable('report_mailings', {
  domainId: partOf('domain_id', () => domains.id).primaryKey(),
  /** Day of the month on which the last month's report is mailed. */
  day: integer().notNull(),
  /** Empty while nothing is mailed. */
  recipients: json<string[]>('recipients').notNull(),
  stopped: json<string[]>('stopped').notNull(),
  /** Reports whose day was before this time aren't mailed. */
  since: instant('since').notNull(),
})

/** The PDFs of released reports, and the queue of those to be printed. */
export const reportPrints = sqliteTable(
  'report_prints',
  {
    reportId: partOf('report_id', () => reports.id).primaryKey(),
    state: text({ enum: PRINT_STATES }).notNull(),
    /** Reason why there is no PDF. */
    message: text(),
    /** Time of the next attempt; during an attempt, the end of its lease. Null if nothing is left to do. */
    wakeAt: instant('wake_at'),
    /** Number of claims: the fencing token of each write. */
    attempt: integer().notNull().default(0),
    pdf: blob({ mode: 'buffer' }),
  },
  t => [index('report_prints_wake').on(t.wakeAt)],
)
