import type { Context } from '#api/context.ts'
import type { DeliveryRow } from '#api/db/schema/posts.ts'
import { tellLive } from '#api/live/live.ts'

/** Shows the authors' open browsers where these deliveries are now. */
export const broadcastDeliveries = (
  ctx: Context,
  rows: Pick<DeliveryRow, 'id' | 'postId' | 'userId' | 'state'>[],
) =>
  tellLive(
    ctx,
    rows.map(({ id, postId, userId, state }) => ({
      userId,
      type: 'delivery',
      data: { postId, deliveryId: id, state },
    })),
  )
