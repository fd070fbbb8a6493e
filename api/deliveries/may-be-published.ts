import { type SQL, sql } from 'drizzle-orm'

import { PUBLISH_STEP } from '#api/db/schema/posts/posts.ts'

/** SQL condition: an intent is recorded, so the publishing call may have succeeded. */
export const mayBePublished = (deliveryId: SQL) =>
  sql`exists (select 1 from delivery_steps where delivery_id = ${deliveryId} and name = ${PUBLISH_STEP})`
