import { and, gte, inArray, isNull, lt, sql } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { isAmong, prepared } from '#api/db/prepared.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import { type DeliveryRow, deliveries } from '#api/db/schema/posts/posts.ts'
import { publishToUsers } from '#api/outbox/live-events.ts'
import { PROBLEM_COLOURS } from '#shared/notifications/notifications.ts'

type Attempted = Pick<DeliveryRow, 'id' | 'attempt'>

/** Identifies the notice, and the mail, of an attempt that was held or failed. */
export const problemNoticeId = ({ id, attempt }: Attempted) => `delivery:${id}:${attempt}`

/** Returns true for a delivery that its author must decide on. */
export const needsDecision = ({ state }: Pick<DeliveryRow, 'state'>) => state === 'held' || state === 'failed'

/** Reads the notices about problems of these posts, for each recipient, except resolved and deleted ones. */
export const selectProblemNotices = async ({ db }: Pick<Inside<Context>, 'db'>, postIds: readonly string[]) =>
  postIds.length > 0 ? await problemNotices(db).execute({ ids: JSON.stringify(postIds) }) : []

const problemNotices = prepared(db =>
  db
    .select({
      id: notifications.id,
      userId: notifications.userId,
      postId: deliveries.postId,
    })
    .from(deliveries)
    .innerJoin(
      notifications,
      and(
        // The first character after a colon ends the range.
        gte(notifications.id, sql`'delivery:' || ${deliveries.id} || ':'`),
        lt(notifications.id, sql`'delivery:' || ${deliveries.id} || ';'`),
      ),
    )
    .where(
      and(
        isAmong(deliveries.postId),
        inArray(notifications.tone, [...PROBLEM_COLOURS]),
        isNull(notifications.deletedAt),
      ),
    )
    .prepare(),
)

/** Marks notices as read and resolved once their post has no problem left on any network. */
export async function resolveProblemNotices(ctx: Inside<Context>, postIds: Iterable<string>): Promise<void> {
  const open = await selectProblemNotices(ctx, [...new Set(postIds)])
  if (open.length === 0) return
  const rows = await ctx.db
    .select()
    .from(deliveries)
    .where(inArray(deliveries.postId, [...new Set(open.map(({ postId }) => postId))]))
  const undecided = new Set(rows.filter(needsDecision).map(({ postId }) => postId))
  const resolved = open.filter(({ postId }) => !undecided.has(postId))
  if (resolved.length === 0) return
  const ids = resolved.map(({ id }) => id)
  await ctx.db
    .update(notifications)
    .set({ tone: RESOLVED, readAt: sql`coalesce(${notifications.readAt}, ${+ctx.now()})` })
    .where(inArray(notifications.id, ids))
  const userIds = new Set(resolved.map(({ userId }) => userId))
  const events = Array.from(userIds, userId => ({ userId, data: {} }))
  await publishToUsers(ctx, 'notifications', events)
}

const RESOLVED = 'info'

/** Returns true for a notice about a problem that no longer exists. */
export const isResolved = ({ id, tone }: Pick<typeof notifications.$inferSelect, 'id' | 'tone'>) =>
  id.startsWith('delivery:') && tone === RESOLVED
