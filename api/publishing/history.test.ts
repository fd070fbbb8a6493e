import { expect, test } from 'bun:test'
import * as fc from 'fast-check'

import { openHistoryApp } from '#api/test/history/business.ts'
import { histories } from '#api/test/history/histories.ts'
import { playHistory } from '#api/test/history/play-history.ts'
import { isWhole } from '#api/test/in-verify.ts'

/**
 * `FAULTS=all` runs more histories, and `HISTORIES` sets their number; `FAULTS_SEED` chooses others. `PROCESSES` share their work.
 */
const { HISTORIES = '', PROCESSES = '1' } = process.env
const DEFAULT_RUNS = isWhole ? 300 : 8
const TIMEOUT_MS = 24 * 60 * 60_000

test(
  'publishes each post at most once and shows its true state, through random actions, faults and crashes',
  async () => {
    const app = await openHistoryApp({ processes: Number(PROCESSES) })
    await fc.assert(
      fc.asyncProperty(histories, async history => {
        expect(await playHistory(app, history)).toEqual([])
      }),
      { numRuns: Number(HISTORIES || DEFAULT_RUNS) },
    )
  },
  TIMEOUT_MS,
)
