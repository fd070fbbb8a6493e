import { and, eq, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { type DeliveryRow, deliverySteps, PUBLISH_STEP } from '#api/db/schema/posts/posts.ts'
import type { StepData } from '#api/networks/core/network.ts'

type PostClaim = Pick<DeliveryRow, 'id' | 'attempt'> & { externalId: string; intent: StepData }

/**
 * Claims a remote post in a single statement, so that only one of two concurrent deliveries gets it.
 * @returns the updated step, or undefined if another delivery or a written-off call has the
 * post, or another worker has claimed the delivery
 */
export async function claimPost({ db, now }: Context, { id, attempt, externalId, intent }: PostClaim) {
  const [step] = await db
    .update(deliverySteps)
    .set({ intent, result: { id: externalId }, finishedAt: now() })
    .where(
      and(
        eq(deliverySteps.deliveryId, id),
        eq(deliverySteps.name, PUBLISH_STEP),
        sql`exists (select 1 from deliveries where id = ${id} and attempt = ${attempt})`,
        sql`not exists (select 1 from deliveries where external_id = ${externalId} and id <> ${id})`,
        sql`not exists (select 1 from written_off_calls where external_id = ${externalId})`,
        sql`not exists (
          select 1 from deliveries other
          join delivery_steps step on step.delivery_id = other.id and step.name = ${PUBLISH_STEP}
          where other.account_id = (select account_id from deliveries where id = ${id})
            and other.id <> ${id} and step.result ->> 'id' = ${externalId})`,
      ),
    )
    .returning()
  return step
}
