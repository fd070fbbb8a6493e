import { afterEach, describe } from 'bun:test'

import { endAll } from '#api/test/at-end.ts'
import { cannotRecord } from '../power/recorder.ts'
import { select } from '../selection.ts'
import { testScenarios } from '../test-scenarios.ts'
import { ACCOUNT_KILLS } from './account-kills.ts'

/** Scenarios of `verify`. */
const IN_VERIFY = [
  'renewing a token: killed over the call, silence-after, cut',
  'answering on facebook: killed over the call, silence-after, cut',
]

afterEach(endAll)

if (cannotRecord) console.warn(`Kills at a write are skipped: ${cannotRecord}.`)

describe('finishes or repeats work on accounts after a process is killed', () => {
  testScenarios(select(ACCOUNT_KILLS, IN_VERIFY), ({ play }) => play(), cannotRecord !== '')
})
