import { requestTime, clockAheadMs } from '#api/networks/core/provider-clock.ts'
import type { Config } from '#api/runtime/config.ts'
import { type Finding, probe } from './finding.ts'

/** Compares this machine's clock with those of the networks. */
export const probeClock = (config: Config): Promise<Finding> =>
  probe(
    'Clock',
    async () => {
      await requestTime(config)
      const seconds = Math.round(Math.abs(clockAheadMs()) / 1000)
      if (seconds === 0) return 'agrees with those of the networks that responded'
      throw new Error(
        `${seconds} s ${clockAheadMs() > 0 ? 'ahead of' : 'behind'} the networks’ clocks, which decide when posts are due.`,
      )
    },
    'Synchronise it with NTP: timedatectl set-ntp true.',
  )
