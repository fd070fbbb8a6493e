import { afterEach, describe, expect, test } from 'bun:test'

import { endAll } from '#api/test/at-end.ts'
import { breachesOf, noBreaches } from '../installation/census.ts'
import { choose, SCENARIO_TIMEOUT_MS, replay } from '../selection.ts'
import { goBack, RETURNS } from './snapshots.ts'

const FEW = 1

afterEach(endAll)

describe('when the database goes back in time, nothing is published again and nothing untrue is said', () => {
  for (const scenario of choose(RETURNS, FEW)) {
    test(
      scenario.name,
      async () => {
        expect(breachesOf(await goBack(scenario)), replay(scenario.name)).toEqual(noBreaches())
      },
      SCENARIO_TIMEOUT_MS,
    )
  }
})
