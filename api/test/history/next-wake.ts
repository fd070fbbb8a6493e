import { and, eq, isNotNull } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { deliveries, firstComments } from '#api/posts/table.ts'

/** When something is to be done next for the posts of a business; nothing when all is settled. */
export async function nextWake({ db }: Context, domainId: string): Promise<Date | undefined> {
  const ofBusiness = eq(deliveries.domainId, domainId)
  const posts = await db
    .select({ at: deliveries.wakeAt })
    .from(deliveries)
    .where(and(ofBusiness, isNotNull(deliveries.wakeAt)))
  const comments = await db
    .select({ at: firstComments.wakeAt })
    .from(firstComments)
    .innerJoin(deliveries, eq(deliveries.id, firstComments.deliveryId))
    .where(and(ofBusiness, isNotNull(firstComments.wakeAt)))
  return [...posts, ...comments].flatMap(({ at }) => at ?? []).toSorted((one, other) => +one - +other)[0]
}
