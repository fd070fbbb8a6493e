import { MAX_IN_FLIGHT } from '../../../api/deliveries/capacity.ts'
import { claimDueDeliveries } from '../../../api/publishing/claim.ts'
import { markPublished } from '../../../api/publishing/settlement/published.ts'
import { settleDelivery } from '../../../api/publishing/settlement/settle.ts'
import { openDataFolder, schedule, temporaryDataFolder } from '../scene.ts'
import type { Contender } from './contender.ts'

/** Claims and settles as the engine does. `notify` also writes the outcome's notification, mail and live event. */
export const currawong = async (): Promise<Contender> => ({
  name: 'Currawong, on a file',
  async run(jobs, work) {
    const home = temporaryDataFolder()
    const ctx = await openDataFolder(home)
    try {
      await schedule(ctx, jobs, () => ctx.now())
      const room = { free: MAX_IN_FLIGHT, freeOf: () => MAX_IN_FLIGHT, full: [], busy: [] }
      const begun = performance.now()
      let settled = 0
      while (settled < jobs) {
        const claimed = await claimDueDeliveries(ctx, room)
        if (claimed.length === 0) throw new Error(`Only ${settled} of ${jobs} deliveries were due.`)
        const successes = claimed.map(delivery => ({ delivery, published: { externalId: delivery.id } }))
        if (work === 'notify')
          await Promise.all(
            successes.map(({ delivery, published }) =>
              settleDelivery(ctx, delivery, { state: 'published', published }),
            ),
          )
        else await markPublished(ctx, successes)
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
