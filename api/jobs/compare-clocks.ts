import type { Context } from '#api/context.ts'
import { requestTime, clockAheadMs } from '#api/networks/core/provider-clock.ts'
import type { Job } from './job.ts'

/** Compares the clocks while no other call does. Each response of a provider contains its time. */
export const compareClocksJob: Job = { name: 'compare-clocks', schedule: '45 7 * * * *', run: compareClocks }

export async function compareClocks({ config, log }: Context): Promise<void> {
  await requestTime(config)
  const aheadSeconds = Math.round(clockAheadMs() / 1000)
  if (aheadSeconds !== 0)
    log.error(
      { aheadSeconds },
      'the clock of this machine is wrong: the time of the providers is gone by. Set it right, by NTP',
    )
}
