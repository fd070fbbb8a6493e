import { LEASE_MS } from '#api/deliveries/capacity.ts'
import { createEngine } from '#api/publishing/engine.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { HistoryApp } from './business.ts'

/** Time after which reconciliation, on every network, treats an unanswered call as absent and retries it. */
const ABSENT_MS = 130_000

/** Stalls a process before it publishes, or after it has the outcome, while another one continues. */
export type Stall = { do: 'stall'; network: NetworkId; when: 'before' | 'after' }

export async function stallAndContinue(app: HistoryApp, { network, when }: Stall) {
  const { networks } = app.ctx
  const { publish } = networks[network]
  let hasStalled = false
  const stall = async () => {
    if (hasStalled) return
    hasStalled = true
    for (const ms of [LEASE_MS + 1000, ABSENT_MS]) {
      app.clock.advance(ms)
      await app.run()
    }
  }
  const slow: typeof publish = async (...given) => {
    if (when === 'before') await stall()
    try {
      return await publish(...given)
    } finally {
      if (when === 'after') await stall()
    }
  }
  const engine = createEngine({
    ...app.ctx,
    networks: { ...networks, [network]: { ...networks[network], publish: slow } },
  })
  await engine.tick()
  await engine.stop()
}
