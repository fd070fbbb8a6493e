import { claimDueDeliveries } from '#api/posts/claim.ts'
import { MOST_IN_FLIGHT } from '#api/posts/in-flight.ts'
import { settleDelivery } from '#api/posts/settle.ts'
import type { Contender } from './queues.ts'
import { openHome, schedule, temporaryHome } from './scene.ts'

/** Claims and settles as the engine does, with the notification, the mail and the live event that an outcome writes. */
export const currawong = async (): Promise<Contender> => ({
  name: 'Currawong, on a file',
  async run(jobs) {
    const home = temporaryHome()
    const ctx = await openHome(home)
    try {
      await schedule(ctx, jobs, () => ctx.now())
      const room = { free: MOST_IN_FLIGHT, freeOf: () => MOST_IN_FLIGHT, full: [] }
      const begun = performance.now()
      let settled = 0
      while (settled < jobs) {
        const claimed = await claimDueDeliveries(ctx, room)
        await Promise.all(
          claimed.map(delivery =>
            settleDelivery(ctx, delivery, { state: 'published', published: { externalId: delivery.id } }),
          ),
        )
        settled += claimed.length
      }
      return performance.now() - begun
    } finally {
      ctx.mailer.close()
      ctx.db.$client.close()
      home.remove()
    }
  },
  stop: () => Promise.resolve(),
})
