import { probeOutages } from '#api/accounts/outage-probe.ts'
import { probeOutagesNow } from '#api/accounts/outages.ts'
import type { Job } from './job.ts'

/** Probes networks that refuse this installation, and does so at each start, since the settings may have been fixed. */
export function probeNetworksJob(): Job {
  let isFirst = true
  return {
    name: 'probe-networks',
    schedule: '*/5 * * * * *',
    async run(ctx) {
      if (isFirst) await probeOutagesNow(ctx)
      isFirst = false
      await probeOutages(ctx)
    },
  }
}
