import { index, instant, integer, partOf, sqliteTable, text } from '#api/db/schema/columns.ts'
import { AUDIT_STATES, SCORE_SOURCES } from '#shared/scores.ts'
import { domains } from './domains.ts'

/** Websites to be measured, and their schedule. A changed website URL gets a new row. */
export const audits = sqliteTable(
  'audits',
  {
    id: text().primaryKey(),
    /** Null for the product's own site. */
    domainId: text('domain_id')
      .unique()
      .references(() => domains.id, { onDelete: 'cascade' }),
    state: text({ enum: AUDIT_STATES }).notNull(),
    /** Reason why the last attempt returned no scores. */
    message: text(),
    /** Time of the next audit; during an audit, the end of its lease. */
    wakeAt: instant('wake_at').notNull(),
    /** Number of claims, the fencing token of each write. */
    attempt: integer().notNull().default(0),
    /** Attempts since the last outcome. */
    tries: integer().notNull().default(0),
    /** The machine that runs the audit. */
    machine: text(),
  },
  t => [index('audits_due').on(t.wakeAt)],
)

export const scores = sqliteTable(
  'scores',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    auditId: partOf('audit_id', () => audits.id),
    measuredAt: instant('measured_at').notNull(),
    source: text({ enum: SCORE_SOURCES }).notNull(),
    performance: integer().notNull(),
    accessibility: integer().notNull(),
    bestPractices: integer('best_practices').notNull(),
    seo: integer().notNull(),
  },
  t => [index('scores_audit').on(t.auditId, t.measuredAt)],
)
