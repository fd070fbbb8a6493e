import { beforeAll, describe, expect, test } from 'bun:test'

import { choose, SCENARIO_TIMEOUT_MS, replay } from '../selection.ts'
import { BYTE_KILLS, openProxiedKillStage } from './byte-kills.ts'

const FEW = 1

const chosen = choose(BYTE_KILLS, FEW)
let stage: Awaited<ReturnType<typeof openProxiedKillStage>>

beforeAll(async () => {
  if (chosen.length > 0) stage = await openProxiedKillStage()
}, SCENARIO_TIMEOUT_MS)

describe('finishes a publication in another process, whatever byte the first one is killed at', () => {
  for (const kill of chosen) {
    test(
      kill.name,
      async () => {
        expect(await stage.play(kill), replay(kill.name)).toEqual([])
      },
      SCENARIO_TIMEOUT_MS,
    )
  }
})
