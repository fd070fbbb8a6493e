import type { Context } from '#api/context.ts'
import type { DeliveryRow } from '#api/db/schema/posts/posts.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { trackInFlight } from '#api/deliveries/in-flight.ts'
import { plainLog } from '#api/runtime/logger.ts'
import { throttledErrorLogger } from '#api/runtime/throttled-errors.ts'
import { attemptDelivery } from './attempt.ts'
import { claimDueDeliveries, RENEW_MS, renewLeases } from './claim.ts'
import { createCommenter } from './first-comment/worker.ts'
import { holdLateDeliveries } from './holds/late.ts'
import { holdUnapprovedDeliveries } from './holds/unapproved.ts'
import { LeaseLost } from './intent-log.ts'
import { latePostChecker } from './reconciliation/late-posts.ts'
import { settleDelivery } from './settlement/settle.ts'

export type Engine = {
  /** Holds late and unapproved deliveries, and starts due ones within capacity. Resolves without waiting for their outcomes. */
  tick(): Promise<void>
  /** Resolves when nothing is in flight. */
  idle(): Promise<void>
  /** Stops claiming; resolves when the outcomes of calls in flight are recorded. */
  stop(): Promise<void>
}

/** Creates an engine that publishes due deliveries. Several engines may share a database, thanks to claims. */
export function createEngine(ctx: Context): Engine {
  const inFlight = trackInFlight()
  const commenter = createCommenter(ctx)
  const latePosts = latePostChecker(ctx)
  const outcomes = plainLog(ctx.log)
  const claimFailed = throttledErrorLogger(ctx, 'claim failed')
  const latePostsFailed = throttledErrorLogger(ctx, 'late posts not claimed')
  let stopped = false
  let claiming: Promise<void> | undefined
  let claimAgain = false
  const renewal = setInterval(() => void renew(), RENEW_MS)
  renewal.unref()

  async function renew() {
    await renewLeases(ctx, inFlight.deliveries()).catch(error =>
      ctx.log.error({ err: error }, 'leases not renewed'),
    )
  }

  /** Claims until nothing is due or no capacity is left. */
  async function claim() {
    do {
      claimAgain = false
      const capacity = inFlight.capacity()
      if (stopped || capacity.free <= 0) return
      const claimed = await claimDueDeliveries(ctx, capacity)
      for (const delivery of claimed) void inFlight.add(delivery, work(delivery)).then(pump)
      await broadcastDeliveries(ctx, claimed)
      claimAgain ||= claimed.length > 0
    } while (claimAgain)
  }

  /** Coalesces concurrent calls: at most one claim runs, and one more follows if any was requested meanwhile. */
  function pump(): Promise<void> {
    if (claiming) {
      claimAgain = true
      return claiming
    }
    claiming = claim()
      .catch(claimFailed)
      .finally(() => (claiming = undefined))
    return claiming
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
      await claiming
      await commenter.idle()
      await latePosts.idle()
      await inFlight.settled()
      if (!claiming && inFlight.size() === 0) return
    }
  }

  return {
    async tick() {
      if (stopped) return
      await holdLateDeliveries(ctx)
      await holdUnapprovedDeliveries(ctx)
      await pump()
      await commenter.tick()
      await latePosts.tick().catch(latePostsFailed)
    },
    idle,
    async stop() {
      stopped = true
      commenter.stop()
      void latePosts.stop()
      clearInterval(renewal)
      await idle()
    },
  }
}
