import { afterEach, describe } from 'bun:test'

import { endAll } from '#api/test/at-end.ts'
import { choose } from '../selection.ts'
import { testScenarios } from '../test-scenarios.ts'
import { CUTS, playCut } from './cuts.ts'

const FEW = 2

afterEach(endAll)

describe('publishes a post once if a connection to its network is cut at any byte', () => {
  testScenarios(choose(CUTS, FEW), playCut)
})
