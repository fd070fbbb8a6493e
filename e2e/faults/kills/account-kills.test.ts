import { afterEach, describe, expect, test } from 'bun:test'

import { endAll } from '#api/test/at-end.ts'
import { cannotRecord } from '../power/recorder.ts'
import { choose, SCENARIO_TIMEOUT_MS, replay } from '../selection.ts'
import { ACCOUNT_KILLS } from './account-kills.ts'

const FEW = 1

afterEach(endAll)

if (cannotRecord) console.warn(`Kills at a write are skipped: ${cannotRecord}.`)

describe('finishes or restarts work on accounts after a process is killed', () => {
  for (const { name, play } of choose(ACCOUNT_KILLS, FEW)) {
    test.skipIf(cannotRecord !== '')(
      name,
      async () => {
        expect(await play(), replay(name)).toEqual([])
      },
      SCENARIO_TIMEOUT_MS,
    )
  }
})
