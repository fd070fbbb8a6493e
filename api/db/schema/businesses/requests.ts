import { index, instant, integer, json, partOf, sqliteTable, text } from '#api/db/schema/columns.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { REQUEST_STATUSES, type RequestActs, type RequestStage } from '#shared/requests/pipeline.ts'
import type { FeatureRequest, SupportRequest } from '#shared/requests/requests.ts'
import { domains } from './domains.ts'

type Written<Request> = Request extends unknown
  ? Omit<Request, '_id' | 'createdAt' | keyof RequestStage>
  : never
export type SupportContent = Written<SupportRequest>
export type FeatureContent = Written<FeatureRequest>

/** Support and feature requests from visitors and clients. */
export const requests = sqliteTable(
  'requests',
  {
    id: text().primaryKey(),
    kind: text({ enum: ['support', 'feature'] }).notNull(),
    /** The sender, if signed in. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    content: json<SupportContent | FeatureContent>('content').notNull(),
    /** Hash of the content and the sender's idempotency key. Prevents a retry after a lost response from being stored twice. */
    sameAs: text('same_as').unique(),
    createdAt: instant('created_at').notNull(),
    status: text({ enum: REQUEST_STATUSES }).notNull().default('new'),
    /** The assigned administrator. */
    assigneeId: text('assignee_id').references(() => users.id, { onDelete: 'set null' }),
    /** The business that was created from the request. */
    domainId: text('domain_id').references(() => domains.id, { onDelete: 'set null' }),
    /** Increased by each change, so that a change by somebody who hasn't seen the last one is rejected. */
    version: integer().notNull().default(1),
    /** Set while a deletion can still be undone. */
    deletedAt: instant('deleted_at'),
  },
  t => [index('requests_kind').on(t.kind, t.createdAt), index('requests_deleted').on(t.deletedAt)],
)

/** Actions of administrators on a request. Append-only. */
export const requestEvents = sqliteTable(
  'request_events',
  {
    /** Derived from the idempotency key, or random. */
    id: text().primaryKey(),
    requestId: partOf('request_id', () => requests.id),
    /** The administrator; null once their account is deleted. */
    byId: text('by_id').references(() => users.id, { onDelete: 'set null' }),
    kind: text({ enum: ['reply', 'note', 'status', 'assignee', 'client', 'deleted', 'restored'] }).notNull(),
    act: json<RequestActs[keyof RequestActs]>('act').notNull(),
    at: instant('at').notNull(),
  },
  t => [index('request_events_request').on(t.requestId, t.at)],
)
