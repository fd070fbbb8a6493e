import { index, instant, integer, json, sqliteTable, text } from '#api/db/schema/columns.ts'
import { PUBLIC_AUDIT_STATES } from '#shared/audits/audit.ts'
import type { PageHead, PageFacts } from '#shared/audits/page-facts.ts'
import type { AuditResult } from '#shared/audits/result.ts'

/** Audits of websites that visitors asked for, and their queue. Nobody knows who the visitors are. */
export const publicAudits = sqliteTable(
  'public_audits',
  {
    id: text().primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    /** Empty once the audit has expired. */
    url: text().notNull(),
    state: text({ enum: PUBLIC_AUDIT_STATES }).notNull(),
    first: json<PageHead>('first'),
    /** Set once the page has been read, before it is measured. */
    facts: json<PageFacts>('facts'),
    result: json<AuditResult>('result'),
    /** Reason of a failure. */
    message: text(),
    requestedAt: instant('requested_at').notNull(),
    endedAt: instant('ended_at'),
    expiresAt: instant('expires_at').notNull(),
    /** Time from which it may be claimed: its place in the queue, a retry, or the end of its lease. Null once it has ended. */
    wakeAt: instant('wake_at'),
    /** Number of claims, the fencing token of each write. */
    attempt: integer().notNull().default(0),
    /** Claims that weren't given back. */
    tries: integer().notNull().default(0),
  },
  t => [
    index('public_audits_due').on(t.wakeAt),
    index('public_audits_url').on(t.url, t.endedAt),
    index('public_audits_expiry').on(t.expiresAt),
  ],
)
