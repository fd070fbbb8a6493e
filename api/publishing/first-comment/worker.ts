import type { Context } from '#api/context.ts'
import { trackInFlight } from '#api/deliveries/in-flight.ts'
import { attemptComment } from './attempt.ts'
import { claimDueComments, type ClaimedComment } from './claim.ts'
import { settleComment } from './settle.ts'

const MAX_CONCURRENT = 32

/** Adds first comments under posts that are out. Several may run on one database: claims keep them apart. */
export function createCommenter(ctx: Context) {
  const going = trackInFlight(MAX_CONCURRENT)
  let stopped = false
  let claiming: Promise<void> | undefined

  async function work(claimed: ClaimedComment) {
    const { deliveryId, attempt } = claimed.comment
    try {
      const outcome = await attemptComment(ctx, claimed)
      if (!outcome) return ctx.log.warn({ deliveryId, attempt }, 'first comment lost its lease')
      await settleComment(ctx, claimed, outcome)
      ctx.log.info({ deliveryId, attempt, outcome: outcome.state }, 'first comment')
    } catch (error) {
      ctx.log.error({ deliveryId, attempt, err: error }, 'first comment not settled')
    }
  }

  async function claim() {
    const capacity = going.capacity()
    if (stopped || capacity.free <= 0) return
    const busy = going.deliveries().map(({ id }) => id)
    for (const claimed of await claimDueComments(ctx, capacity, busy))
      void going.add(claimed.delivery, work(claimed)).then(startDue)
  }

  /** One claim at a time: what it leaves, the next tick or the next place that gets free takes. */
  function startDue(): Promise<void> {
    claiming ??= claim()
      .catch(error => ctx.log.error({ err: error }, 'first comments not claimed'))
      .finally(() => (claiming = undefined))
    return claiming
  }

  return {
    /** Begins what is due, as far as there is room; each that ends makes room for the next. */
    tick: startDue,
    async idle() {
      for (;;) {
        await claiming
        if (going.size() === 0) return
        await going.settled()
      }
    },
    stop: () => void (stopped = true),
  }
}
