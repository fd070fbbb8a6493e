import { afterEach, describe, expect, test } from 'bun:test'

import { endAll } from '#api/test/at-end.ts'
import { cannotRecord } from '../power/recorder.ts'
import { choose, SCENARIO_TIMEOUT_MS, replay } from '../selection.ts'
import { DEATHS } from './account-kills.ts'

const FEW = 1

afterEach(endAll)

if (cannotRecord) console.warn(`Kills at a write are skipped: ${cannotRecord}.`)

describe('whenever a process is killed over an account, the next one finishes or begins again', () => {
  for (const { name, play } of choose(DEATHS, FEW)) {
    test.skipIf(cannotRecord !== '')(
      name,
      async () => {
        expect(await play(), replay(name)).toEqual([])
      },
      SCENARIO_TIMEOUT_MS,
    )
  }
})
