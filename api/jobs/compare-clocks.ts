import type { Context } from '#api/context.ts'
import { requestTime, clockAheadMs } from '#api/networks/core/provider-clock.ts'

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
