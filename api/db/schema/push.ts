import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { sessions, users } from './auth.ts'

const instant = (name: string) => integer(name, { mode: 'timestamp_ms' })

/** The key that push services know this installation by: one row, made when it is first wanted. */
export const pushKeys = sqliteTable('push_keys', {
  id: integer().primaryKey(),
  publicKey: text('public_key').notNull(),
  encryptedPrivateKey: text('sealed_private_key').notNull(),
})

/** A browser that wants to be told. It belongs to who is signed in there last. */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The session that asked for it: when that ends, nothing is sent here any more. */
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  t => [index('push_subscriptions_user').on(t.userId), index('push_subscriptions_session').on(t.sessionId)],
)

/** One notification that is on its way to one browser. A row leaves when the push service has taken it. */
export const pushes = sqliteTable(
  'pushes',
  {
    id: text().primaryKey(),
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    notificationId: text('notification_id').notNull(),
    wakeAt: instant('wake_at').notNull(),
    attempt: integer().notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  t => [index('pushes_wake').on(t.wakeAt), index('pushes_subscription').on(t.subscriptionId)],
)
