import type { PublishingApp } from '#api/test/publishing.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { Delivery } from '#shared/posts/posts.ts'

/** On the simulated clock. */
const MAX_DURATION_MS = 26 * 60 * 60_000
const STEP_MS = 31_000
const MAX_STEPS = 600

type World = Pick<PublishingApp, 'clock' | 'run' | 'delivery'>

const isSettled = ({ state }: Delivery) => !['scheduled', 'publishing', 'unconfirmed'].includes(state)

/** Runs the engine, with a clock that jumps to each due time, until nothing is left to do. */
export async function settle(app: World, postId: string, network: NetworkId): Promise<Delivery> {
  const deadline = +app.clock.now() + MAX_DURATION_MS
  for (let step = 1; ; step++) {
    await app.run()
    const delivery = await app.delivery(postId, network)
    if (isSettled(delivery) || step === MAX_STEPS || +app.clock.now() > deadline) return delivery
    const next = delivery.nextAttemptAt ? +new Date(delivery.nextAttemptAt) - +app.clock.now() : STEP_MS
    app.clock.advance(Math.max(next, 1))
  }
}
