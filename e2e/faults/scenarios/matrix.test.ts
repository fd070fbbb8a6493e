import { afterEach, describe } from 'bun:test'

import { endAll } from '#api/test/at-end.ts'
import { sample } from '../selection.ts'
import { testScenarios } from '../test-scenarios.ts'
import { SCENARIOS } from './matrix.ts'
import { play } from './play.ts'

const SAMPLE_SIZE = 12

afterEach(endAll)

describe('publishes a post once, or notifies its author once why not', () => {
  testScenarios(sample(SCENARIOS, SAMPLE_SIZE), play)
})
