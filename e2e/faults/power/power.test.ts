import { afterEach, describe, expect, test } from 'bun:test'

import { endAll } from '#api/test/at-end.ts'
import { breachesOf, noBreaches } from '../installation/census.ts'
import { select, SCENARIO_TIMEOUT_MS, replay } from '../selection.ts'
import { losePower, POWER_LOSSES } from './power.ts'
import { cannotRecord } from './recorder.ts'

afterEach(endAll)

if (cannotRecord) console.warn(`Power losses are skipped: ${cannotRecord}.`)

describe('keeps every acknowledged write and publishes each post once after a power loss', () => {
  for (const scenario of select(POWER_LOSSES, [])) {
    test.skipIf(cannotRecord !== '')(
      scenario.name,
      async () => {
        const { census, recorded } = await losePower(scenario)
        expect(recorded).toBeGreaterThan(0)
        expect(breachesOf(census), replay(scenario.name)).toEqual(noBreaches())
      },
      SCENARIO_TIMEOUT_MS,
    )
  }
})
