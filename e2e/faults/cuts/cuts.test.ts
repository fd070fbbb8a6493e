import { afterEach, describe } from 'bun:test'

import { endAll } from '#api/test/at-end.ts'
import { sample } from '../selection.ts'
import { testScenarios } from '../test-scenarios.ts'
import { CUTS, playCut } from './cuts.ts'

const SAMPLE_SIZE = 2

afterEach(endAll)

describe('publishes a post once if a connection to its network is cut at any byte', () => {
  testScenarios(sample(CUTS, SAMPLE_SIZE), playCut)
})
