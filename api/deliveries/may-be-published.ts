import { eq, isNull, type SQL, sql, type SQLWrapper } from 'drizzle-orm'

import { allOf } from '#api/db/conditions.ts'
import { deliverySteps, PUBLISH_STEP, writtenOffCalls } from '#api/db/schema/posts/posts.ts'

/** SQL condition on a delivery: an intent is recorded, so the publishing call may have succeeded. */
export const mayBePublished =
  sql<boolean>`exists (select 1 from delivery_steps where delivery_id = deliveries.id and name = ${PUBLISH_STEP})`.mapWith(
    Boolean,
  )

/** SQL condition on `deliverySteps`: the step is the intent of the delivery's publishing call. */
export const isIntentOf = (deliveryId: SQLWrapper | string) =>
  allOf(eq(deliverySteps.deliveryId, deliveryId), eq(deliverySteps.name, PUBLISH_STEP))

/** SQL condition on `writtenOffCalls`: no post of the call has been found, however long ago it was written off. */
export const isOpenCallOf = (deliveryId: SQL | string) =>
  allOf(eq(writtenOffCalls.deliveryId, deliveryId), isNull(writtenOffCalls.externalId))

/** SQL condition on a delivery: an earlier call is open. */
export const mayAppearLate = sql`exists (
  select 1 from ${writtenOffCalls} where ${isOpenCallOf(sql`deliveries.id`)})`
