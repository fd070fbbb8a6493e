import type { Context } from '#api/context.ts'
import { clockAheadMs, clockHasJumped, requestTime } from '#api/networks/core/provider-clock.ts'
import { coalesced } from '#api/runtime/worker-pool.ts'

/** Compares the clocks even if no calls to a provider are due, whose responses would otherwise do so. */
export async function compareClocks({ config, log }: Context): Promise<void> {
  await requestTime(config)
  const aheadSeconds = Math.round(clockAheadMs() / 1000)
  if (aheadSeconds !== 0)
    log.error(
      { aheadSeconds },
      'the clock of this machine is wrong, so the time of the providers is used instead. Set it with NTP',
    )
}

/** Returns a function that compares the clocks if this machine's has jumped. Every job calls it first: a day of posts could look late. */
export const clockFollower = (ctx: Context) =>
  coalesced(async () => {
    if (clockHasJumped()) await compareClocks(ctx)
  })
