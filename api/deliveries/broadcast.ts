import type { Context, Inside } from '#api/context.ts'
import type { DeliveryRow } from '#api/db/schema/posts/posts.ts'
import { resolveProblemNotices } from '#api/notifications/problem-notices.ts'
import { publishToBusinesses } from '#api/outbox/live-events.ts'

type Changed = Pick<DeliveryRow, 'id' | 'postId' | 'domainId' | 'state'>

/**
 * Publishes the current states of deliveries to the browsers of their business's members, and resolves the notices of those that
 * were repaired, rescheduled or cancelled.
 */
export async function broadcastDeliveries(ctx: Inside<Context>, rows: Changed[]): Promise<void> {
  await publishToBusinesses(
    ctx,
    'delivery',
    rows.map(({ id, postId, domainId, state }) => ({
      domainId,
      data: { postId, deliveryId: id, state },
    })),
  )
  const resolved = rows.filter(({ state }) => !UNRESOLVED_STATES.has(state)).map(({ postId }) => postId)
  await resolveProblemNotices(ctx, resolved)
}

/** States in which a problem still exists, or may turn out to. */
const UNRESOLVED_STATES = new Set<DeliveryRow['state']>(['publishing', 'unconfirmed', 'held', 'failed'])
