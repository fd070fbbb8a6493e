import { beforeAll, describe } from 'bun:test'

import { sample, SCENARIO_TIMEOUT_MS } from '../selection.ts'
import { testScenarios } from '../test-scenarios.ts'
import { BYTE_KILLS, openProxiedKillTestbed } from './byte-kills.ts'

const SAMPLE_SIZE = 1

const chosen = sample(BYTE_KILLS, SAMPLE_SIZE)
let testbed: Awaited<ReturnType<typeof openProxiedKillTestbed>>

beforeAll(async () => {
  if (chosen.length > 0) testbed = await openProxiedKillTestbed()
}, SCENARIO_TIMEOUT_MS)

describe('finishes a publication in another process after the first is killed at any byte', () => {
  testScenarios(chosen, kill => testbed.play(kill))
})
