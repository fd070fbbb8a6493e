import { hastenProbes } from '#api/outages/outages.ts'
import { probeOutages } from '#api/outages/probe.ts'
import type { Job } from './job.ts'

/** Asks networks that refused this installation whether they accept it again; at a start at once, since settings may be mended. */
export function probeNetworksJob(): Job {
  let isFirst = true
  return {
    name: 'probe-networks',
    schedule: '*/5 * * * * *',
    async run(ctx) {
      if (isFirst) await hastenProbes(ctx)
      isFirst = false
      await probeOutages(ctx)
    },
  }
}
