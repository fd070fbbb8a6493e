import type { Config } from '#api/config.ts'
import { requestTime, clockAheadMs } from '#api/networks/core/provider-clock.ts'
import { type Finding, probe } from './finding.ts'

/** Compares this machine's clock with that of a network that posts go to. */
export const probeClock = (config: Config): Promise<Finding> =>
  probe(
    'Clock',
    async () => {
      await requestTime(config)
      const seconds = Math.round(Math.abs(clockAheadMs()) / 1000)
      if (seconds === 0) return 'does not differ from the providers’, as far as they can be asked'
      throw new Error(
        `${seconds} s ${clockAheadMs() > 0 ? 'ahead of' : 'behind'} the providers’, which is gone by.`,
      )
    },
    'Set it right, by NTP: timedatectl set-ntp true.',
  )
