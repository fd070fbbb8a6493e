import { beforeAll, describe, expect, test } from 'bun:test'

import { choose, SCENARIO_TIMEOUT_MS, replay } from '../selection.ts'
import { openGraveyard } from './call-kills.ts'
import { KILLS } from './kills.ts'

const FEW = 2

const chosen = choose(KILLS, FEW)
let graveyard: Awaited<ReturnType<typeof openGraveyard>>

beforeAll(async () => {
  if (chosen.length > 0) graveyard = await openGraveyard()
}, SCENARIO_TIMEOUT_MS)

describe('whenever a process is killed, another one finishes what it began', () => {
  for (const kill of chosen) {
    test(
      kill.name,
      async () => {
        expect(await graveyard.play(kill), replay(kill.name)).toEqual([])
      },
      SCENARIO_TIMEOUT_MS,
    )
  }
})
