import { afterEach, describe } from 'bun:test'

import { endAll } from '#api/test/at-end.ts'
import { cannotRecord } from '../power/recorder.ts'
import { sample } from '../selection.ts'
import { testScenarios } from '../test-scenarios.ts'
import { ACCOUNT_KILLS } from './account-kills.ts'

const SAMPLE_SIZE = 1

afterEach(endAll)

if (cannotRecord) console.warn(`Kills at a write are skipped: ${cannotRecord}.`)

describe('finishes or repeats work on accounts after a process is killed', () => {
  testScenarios(sample(ACCOUNT_KILLS, SAMPLE_SIZE), ({ play }) => play(), cannotRecord !== '')
})
