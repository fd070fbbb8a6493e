import { afterEach, describe } from 'bun:test'

import { endAll } from '#api/test/at-end.ts'
import { choose } from '../selection.ts'
import { testScenarios } from '../test-scenarios.ts'
import { SCENARIOS } from './matrix.ts'
import { play } from './play.ts'

const FEW = 12

afterEach(endAll)

describe('publishes a post once, or notifies its author once why not', () => {
  testScenarios(choose(SCENARIOS, FEW), play)
})
