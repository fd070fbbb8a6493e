import { index, instant, integer, partOf, sqliteTable, text } from '#api/db/schema/columns.ts'
import { sessions, users } from './auth.ts'

/** The VAPID key pair that identifies this installation to push services: one row, created on first use. */
export const pushKeys = sqliteTable('push_keys', {
  id: integer().primaryKey(),
  publicKey: text('public_key').notNull(),
  encryptedPrivateKey: text('sealed_private_key').notNull(),
})

/** Browsers that are subscribed to push messages. A subscription belongs to the user who signed in last. */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: text().primaryKey(),
    userId: partOf('user_id', () => users.id),
    /** The session that subscribed; the subscription ends with it. */
    sessionId: partOf('session_id', () => sessions.id),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  t => [index('push_subscriptions_user').on(t.userId), index('push_subscriptions_session').on(t.sessionId)],
)

/** Outbox of notifications, one row per browser. A row is deleted when the push service has accepted it. */
export const pushes = sqliteTable(
  'pushes',
  {
    id: text().primaryKey(),
    subscriptionId: partOf('subscription_id', () => pushSubscriptions.id),
    notificationId: text('notification_id').notNull(),
    wakeAt: instant('wake_at').notNull(),
    attempt: integer().notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  t => [index('pushes_wake').on(t.wakeAt), index('pushes_subscription').on(t.subscriptionId)],
)
