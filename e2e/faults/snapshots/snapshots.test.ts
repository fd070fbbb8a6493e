import { afterEach, describe, expect, test } from 'bun:test'

import { endAll } from '#api/test/at-end.ts'
import { breachesOf, noBreaches } from '../installation/census.ts'
import { select, SCENARIO_TIMEOUT_MS, replay } from '../selection.ts'
import { rollBack, ROLLBACKS } from './snapshots.ts'

afterEach(endAll)

describe('publishes no post twice and reports no false outcome after the database is restored', () => {
  for (const scenario of select(ROLLBACKS, [])) {
    test(
      scenario.name,
      async () => {
        expect(breachesOf(await rollBack(scenario)), replay(scenario.name)).toEqual(noBreaches())
      },
      SCENARIO_TIMEOUT_MS,
    )
  }
})
