import { afterEach, describe, expect, test } from 'bun:test'

import { endAll } from '#api/test/at-end.ts'
import { choose, SCENARIO_TIMEOUT_MS, replay } from '../selection.ts'
import { SCENARIOS } from './matrix.ts'
import { play } from './play.ts'

const FEW = 12

afterEach(endAll)

describe('publishes a post once, or notifies its author once why not', () => {
  for (const scenario of choose(SCENARIOS, FEW)) {
    test(
      scenario.name,
      async () => {
        expect(await play(scenario), replay(scenario.name)).toEqual([])
      },
      SCENARIO_TIMEOUT_MS,
    )
  }
})
