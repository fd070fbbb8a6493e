import { afterEach, describe } from 'bun:test'

import { endAll } from '#api/test/at-end.ts'
import { select } from '../selection.ts'
import { testScenarios } from '../test-scenarios.ts'
import { CUTS, runCut } from './cuts.ts'

/** Scenarios of `verify`. */
const IN_VERIFY = [
  'facebook pictures: cut 300 bytes before the end of the responses',
  'instagram clip: cut in piece 3 of 12 of the requests',
]

afterEach(endAll)

describe('publishes a post once if a connection to its network is cut at any byte', () => {
  testScenarios(select(CUTS, IN_VERIFY), runCut)
})
