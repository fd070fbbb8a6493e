import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import type { FeatureRequest, SupportRequest } from '#shared/requests.ts'
import { users } from './auth.ts'

const instant = (name: string) => integer(name, { mode: 'timestamp_ms' })

type Written<Request> = Request extends unknown ? Omit<Request, '_id' | 'createdAt'> : never
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
    content: text({ mode: 'json' }).$type<SupportContent | FeatureContent>().notNull(),
    /** Hash of the content and the sender's idempotency key, so that a retry after a lost response isn't stored twice. */
    sameAs: text('same_as').unique(),
    createdAt: instant('created_at').notNull(),
    /** Set while a deletion can still be undone. */
    deletedAt: instant('deleted_at'),
  },
  t => [index('requests_kind').on(t.kind, t.createdAt), index('requests_deleted').on(t.deletedAt)],
)
