import { beforeAll, describe } from 'bun:test'

import { select, SCENARIO_TIMEOUT_MS } from '../selection.ts'
import { testScenarios } from '../test-scenarios.ts'
import { openKillTestbed } from './call-kills.ts'
import { KILLS } from './kills.ts'

/** Scenarios of `verify`. */
const IN_VERIFY = ['facebook pictures feed: killed answered', 'google picture localPosts: killed after']

const chosen = select(KILLS, IN_VERIFY)
let testbed: Awaited<ReturnType<typeof openKillTestbed>>

beforeAll(async () => {
  if (chosen.length > 0) testbed = await openKillTestbed()
}, SCENARIO_TIMEOUT_MS)

describe('finishes a publication in another process after the first is killed', () => {
  testScenarios(chosen, kill => testbed.play(kill))
})
