import { afterEach, describe } from 'bun:test'

import { endAll } from '#api/test/at-end.ts'
import { cannotRecord } from '../power/recorder.ts'
import { choose } from '../selection.ts'
import { testScenarios } from '../test-scenarios.ts'
import { ACCOUNT_KILLS } from './account-kills.ts'

const FEW = 1

afterEach(endAll)

if (cannotRecord) console.warn(`Kills at a write are skipped: ${cannotRecord}.`)

describe('finishes or repeats work on accounts after a process is killed', () => {
  testScenarios(choose(ACCOUNT_KILLS, FEW), ({ play }) => play(), cannotRecord !== '')
})
