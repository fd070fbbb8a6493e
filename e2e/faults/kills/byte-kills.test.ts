import { beforeAll, describe } from 'bun:test'

import { select, SCENARIO_TIMEOUT_MS } from '../selection.ts'
import { testScenarios } from '../test-scenarios.ts'
import { BYTE_KILLS, openProxiedKillTestbed } from './byte-kills.ts'

/** Scenarios of `verify`. */
const IN_VERIFY = ['instagram carousel: killed 300 bytes before the end of the responses']

const chosen = select(BYTE_KILLS, IN_VERIFY)
let testbed: Awaited<ReturnType<typeof openProxiedKillTestbed>>

beforeAll(async () => {
  if (chosen.length > 0) testbed = await openProxiedKillTestbed()
}, SCENARIO_TIMEOUT_MS)

describe('finishes a publication in another process after the first is killed at any byte', () => {
  testScenarios(chosen, kill => testbed.play(kill))
})
