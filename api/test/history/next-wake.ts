import { and, eq, isNotNull, isNull } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { deliveries, firstComments, writtenOffCalls } from '#api/db/schema/posts/posts.ts'
import { outages } from '#api/db/schema/server/outages.ts'

/** Returns when the next delivery, check for a late post or network probe of a business is due; undefined when everything is settled. */
export async function nextWake({ db }: Context, domainId: string): Promise<Date | undefined> {
  const ofBusiness = eq(deliveries.domainId, domainId)
  const posts = await db
    .select({ at: deliveries.wakeAt, network: deliveries.network })
    .from(deliveries)
    .where(and(ofBusiness, isNotNull(deliveries.wakeAt)))
  const comments = await db
    .select({ at: firstComments.wakeAt, network: deliveries.network })
    .from(firstComments)
    .innerJoin(deliveries, eq(deliveries.id, firstComments.deliveryId))
    .where(and(ofBusiness, isNotNull(firstComments.wakeAt)))
  const checks = await db
    .select({ at: writtenOffCalls.wakeAt, network: deliveries.network })
    .from(writtenOffCalls)
    .innerJoin(deliveries, eq(deliveries.id, writtenOffCalls.deliveryId))
    .where(and(ofBusiness, isNotNull(writtenOffCalls.wakeAt)))
  const refusing = new Map(
    (await db.select().from(outages).where(isNull(outages.closedAt))).map(({ network, probeAt }) => [
      network,
      probeAt,
    ]),
  )
  return [...posts, ...comments, ...checks]
    .map(({ at, network }) => new Date(Math.max(+at!, +(refusing.get(network) ?? 0))))
    .toSorted((one, other) => +one - +other)[0]
}
