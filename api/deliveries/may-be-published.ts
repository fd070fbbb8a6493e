import { type SQL, sql } from 'drizzle-orm'

import { PUBLISH_STEP } from '#api/db/schema/posts/posts.ts'

/** SQL condition: an intent is recorded, so the publishing call may have succeeded. */
export const mayBePublished = (deliveryId: SQL) =>
  sql`exists (select 1 from delivery_steps where delivery_id = ${deliveryId} and name = ${PUBLISH_STEP})`

/** SQL condition: the network didn't show the post of an earlier call, and may still execute it. */
export const mayAppearLate = (deliveryId: SQL) =>
  sql`exists (select 1 from written_off_calls where delivery_id = ${deliveryId} and external_id is null)`
