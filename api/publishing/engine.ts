import type { Context } from '#api/context.ts'
import type { DeliveryRow } from '#api/db/schema/posts/posts.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { trackInFlight } from '#api/deliveries/capacity.ts'
import { plainLog, throttledErrorLogger } from '#api/runtime/logger.ts'
import { coalesced } from '#api/runtime/worker-pool.ts'
import { attemptDelivery } from './attempt.ts'
import { claimDueDeliveries, RENEW_MS, renewLeases } from './claim.ts'
import { createCommenter } from './first-comments.ts'
import { holdLateDeliveries } from './holds/late.ts'
import { holdUnapprovedDeliveries } from './holds/unapproved.ts'
import { LeaseLost } from './intent-log.ts'
import { createLatePostChecker } from './reconciliation/late-posts.ts'
import { settleDelivery } from './settlement/settle.ts'

export type Engine = {
  /**
   * Starts due deliveries within capacity, and begins to hold those that missed their time or their approval. Resolves without
   * waiting for outcomes or holds, so that neither delays the next tick.
   */
  tick(): Promise<void>
  /** Resolves when nothing is in flight or being held. */
  idle(): Promise<void>
  /** Stops claiming; resolves when the outcomes of calls in flight are recorded. */
  stop(): Promise<void>
}

/** Creates an engine that publishes due deliveries. Several engines may share a database, thanks to claims. */
export function createEngine(ctx: Context): Engine {
  const inFlight = trackInFlight()
  const commenter = createCommenter(ctx)
  const latePosts = createLatePostChecker(ctx)
  const outcomes = plainLog(ctx.log)
  const claimFailed = throttledErrorLogger(ctx, 'claim failed')
  const commentsFailed = throttledErrorLogger(ctx, 'first comments not claimed')
  const latePostsFailed = throttledErrorLogger(ctx, 'late posts not claimed')
  const holdsFailed = throttledErrorLogger(ctx, 'missed posts not held')
  let stopped = false
  const claimDue = coalesced(() => claim().catch(claimFailed))
  const holdMissed = coalesced(() => hold().catch(holdsFailed))
  const renewal = setInterval(() => void renew(), RENEW_MS)
  renewal.unref()

  async function renew() {
    await renewLeases(ctx, inFlight.deliveries()).catch(error =>
      ctx.log.error({ err: error }, 'leases not renewed'),
    )
  }

  /** Claims within capacity, and again until nothing is due. */
  async function claim() {
    const capacity = inFlight.capacity()
    if (stopped || capacity.free <= 0) return
    const claimed = await claimDueDeliveries(ctx, capacity)
    for (const delivery of claimed) void inFlight.add(delivery, work(delivery)).then(claimDue)
    if (claimed.length > 0) void claimDue()
    await broadcastDeliveries(ctx, claimed)
  }

  async function hold() {
    if (stopped) return
    await holdLateDeliveries(ctx)
    await holdUnapprovedDeliveries(ctx)
  }

  async function work(delivery: DeliveryRow) {
    const { id, network, attempt } = delivery
    try {
      const outcome = await attemptDelivery(ctx, delivery)
      await settleDelivery(ctx, delivery, outcome)
      outcomes.info(
        {
          deliveryId: id,
          network,
          attempt,
          outcome: outcome.state,
          ...('reasonCode' in outcome && { reasonCode: outcome.reasonCode }),
        },
        'delivery',
      )
    } catch (error) {
      if (error instanceof LeaseLost) ctx.log.warn({ deliveryId: id, attempt }, 'lease lost')
      else ctx.log.error({ deliveryId: id, attempt, err: error }, 'delivery not settled')
    }
  }

  async function idle() {
    for (;;) {
      await holdMissed.settled()
      await claimDue.settled()
      await commenter.idle()
      await latePosts.idle()
      await inFlight.settled()
      if (!claimDue.isRunning() && !holdMissed.isRunning() && inFlight.size() === 0) return
    }
  }

  return {
    async tick() {
      if (stopped) return
      void holdMissed()
      await claimDue()
      await commenter.tick().catch(commentsFailed)
      await latePosts.tick().catch(latePostsFailed)
    },
    idle,
    async stop() {
      stopped = true
      void commenter.stop()
      void latePosts.stop()
      clearInterval(renewal)
      await idle()
    },
  }
}
