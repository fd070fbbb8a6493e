import type { Context } from '#api/context.ts'
import type { DeliveryRow } from '#api/db/schema/posts.ts'
import { publishEvents } from '#api/live/live.ts'

/** Publishes the current states of deliveries to their authors' browsers. */
export const broadcastDeliveries = (
  ctx: Context,
  rows: Pick<DeliveryRow, 'id' | 'postId' | 'userId' | 'state'>[],
) =>
  publishEvents(
    ctx,
    rows.map(({ id, postId, userId, state }) => ({
      userId,
      type: 'delivery',
      data: { postId, deliveryId: id, state },
    })),
  )
