import { afterEach, describe, expect, test } from 'bun:test'

import { endAll } from '#api/test/at-end.ts'
import { choose, SCENARIO_TIMEOUT_MS, replay } from '../selection.ts'
import { CUTS, playCut } from './cuts.ts'

const FEW = 2

afterEach(endAll)

describe('publishes a post once wherever a connection to its network is cut', () => {
  for (const cut of choose(CUTS, FEW)) {
    test(
      cut.name,
      async () => {
        expect(await playCut(cut), replay(cut.name)).toEqual([])
      },
      SCENARIO_TIMEOUT_MS,
    )
  }
})
