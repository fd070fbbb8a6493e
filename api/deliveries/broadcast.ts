import type { Context, Inside } from '#api/context.ts'
import type { DeliveryRow } from '#api/db/schema/posts/posts.ts'
import { publishEvents } from '#api/outbox/live-events.ts'
import { excerpt as excerptOf } from '#shared/text/graphemes.ts'

/** Publishes the current states of deliveries to the browsers of their business's members. */
export const broadcastDeliveries = (
  ctx: Inside<Context>,
  rows: Pick<DeliveryRow, 'id' | 'postId' | 'domainId' | 'state'>[],
) =>
  publishEvents(
    ctx,
    'delivery',
    rows.map(({ id, postId, domainId, state }) => ({
      domainId,
      data: { postId, deliveryId: id, state },
    })),
  )

const EXCERPT_LENGTH = 80

/** Returns the beginning of a post's text, on one line. */
export const excerpt = (message: string): string => excerptOf(message, EXCERPT_LENGTH)
