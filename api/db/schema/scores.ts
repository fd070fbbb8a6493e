import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { AUDIT_STATES, SCORE_SOURCES } from '#shared/scores.ts'
import { domains } from './domains.ts'

/** A website that is measured, and its place in the queue. Another website of the same domain is another row. */
export const audits = sqliteTable(
  'audits',
  {
    id: text().primaryKey(),
    /** None for the product's own site. */
    domainId: text('domain_id')
      .unique()
      .references(() => domains.id, { onDelete: 'cascade' }),
    state: text({ enum: AUDIT_STATES }).notNull(),
    /** Why the last attempt gave no scores. */
    message: text(),
    /** When to measure next; while running, when the claim lapses. */
    wakeAt: integer('wake_at', { mode: 'timestamp_ms' }).notNull(),
    /** Guards what an attempt writes. */
    attempt: integer().notNull().default(0),
    /** Attempts since the last outcome. */
    tries: integer().notNull().default(0),
    /** Where it runs. */
    machine: text(),
  },
  t => [index('audits_due').on(t.wakeAt)],
)

export const scores = sqliteTable(
  'scores',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    auditId: text('audit_id')
      .notNull()
      .references(() => audits.id, { onDelete: 'cascade' }),
    measuredAt: integer('measured_at', { mode: 'timestamp_ms' }).notNull(),
    source: text({ enum: SCORE_SOURCES }).notNull(),
    performance: integer().notNull(),
    accessibility: integer().notNull(),
    bestPractices: integer('best_practices').notNull(),
    seo: integer().notNull(),
  },
  t => [index('scores_audit').on(t.auditId, t.measuredAt)],
)
