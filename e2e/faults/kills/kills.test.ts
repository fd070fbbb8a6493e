import { beforeAll, describe } from 'bun:test'

import { sample, SCENARIO_TIMEOUT_MS } from '../selection.ts'
import { testScenarios } from '../test-scenarios.ts'
import { openKillTestbed } from './call-kills.ts'
import { KILLS } from './kills.ts'

const SAMPLE_SIZE = 2

const chosen = sample(KILLS, SAMPLE_SIZE)
let testbed: Awaited<ReturnType<typeof openKillTestbed>>

beforeAll(async () => {
  if (chosen.length > 0) testbed = await openKillTestbed()
}, SCENARIO_TIMEOUT_MS)

describe('finishes a publication in another process after the first is killed', () => {
  testScenarios(chosen, kill => testbed.play(kill))
})
