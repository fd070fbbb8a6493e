import type { Context } from '#api/context.ts'
import { trackInFlight } from '#api/deliveries/in-flight.ts'
import { coalesced } from '#api/runtime/coalesced.ts'
import { attemptComment } from './attempt.ts'
import { claimDueComments, type ClaimedComment } from './claim.ts'
import { settleComment } from './settle.ts'

const MAX_CONCURRENT = 32

/** Creates a worker that adds first comments under published posts. Several may share a database, thanks to claims. */
export function createCommenter(ctx: Context) {
  const inFlight = trackInFlight(MAX_CONCURRENT)
  let stopped = false
  const startDue = coalesced(() =>
    claim().catch(error => ctx.log.error({ err: error }, 'first comments not claimed')),
  )

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
    const capacity = inFlight.capacity()
    if (stopped || capacity.free <= 0) return
    for (const claimed of await claimDueComments(ctx, capacity))
      void inFlight.add(claimed.delivery, work(claimed)).then(startDue)
  }

  return {
    /** Starts due comments within capacity; a freed slot claims the next. */
    tick: startDue,
    async idle() {
      for (;;) {
        await startDue.settled()
        await inFlight.settled()
        if (!startDue.isRunning() && inFlight.size() === 0) return
      }
    },
    stop: () => void (stopped = true),
  }
}
