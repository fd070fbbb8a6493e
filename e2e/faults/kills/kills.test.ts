import { beforeAll, describe } from 'bun:test'

import { choose, SCENARIO_TIMEOUT_MS } from '../selection.ts'
import { testScenarios } from '../test-scenarios.ts'
import { openKillStage } from './call-kills.ts'
import { KILLS } from './kills.ts'

const FEW = 2

const chosen = choose(KILLS, FEW)
let stage: Awaited<ReturnType<typeof openKillStage>>

beforeAll(async () => {
  if (chosen.length > 0) stage = await openKillStage()
}, SCENARIO_TIMEOUT_MS)

describe('finishes a publication in another process after the first is killed', () => {
  testScenarios(chosen, kill => stage.play(kill))
})
