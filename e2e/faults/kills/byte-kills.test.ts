import { beforeAll, describe } from 'bun:test'

import { choose, SCENARIO_TIMEOUT_MS } from '../selection.ts'
import { testScenarios } from '../test-scenarios.ts'
import { BYTE_KILLS, openProxiedKillStage } from './byte-kills.ts'

const FEW = 1

const chosen = choose(BYTE_KILLS, FEW)
let stage: Awaited<ReturnType<typeof openProxiedKillStage>>

beforeAll(async () => {
  if (chosen.length > 0) stage = await openProxiedKillStage()
}, SCENARIO_TIMEOUT_MS)

describe('finishes a publication in another process after the first is killed at any byte', () => {
  testScenarios(chosen, kill => stage.play(kill))
})
