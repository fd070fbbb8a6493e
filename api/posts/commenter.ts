import type { Context } from '#api/context.ts'
import { attemptComment } from './comment-attempt.ts'
import { claimDueComments, type ClaimedComment } from './comment-claim.ts'
import { settleComment } from './comment-settle.ts'

/** Adds first comments under posts that are out. Several may run on one database: claims keep them apart. */
export function createCommenter(ctx: Context) {
  const going = new Set<Promise<void>>()

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

  return {
    /** Begins what is due, unless the last ones are still going: a slow network leaves the others their room. */
    async tick() {
      if (going.size > 0) return
      for (const claimed of await claimDueComments(ctx)) {
        const started: Promise<void> = work(claimed).finally(() => going.delete(started))
        going.add(started)
      }
    },
    idle: async () => void (await Promise.all(going)),
  }
}
