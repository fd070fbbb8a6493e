import { expect, test } from 'bun:test'
import * as fc from 'fast-check'

import { histories } from '#api/test/history/actions.ts'
import { openTown } from '#api/test/history/business.ts'
import { liveThrough } from '#api/test/history/live-through.ts'

/**
 * As part of the whole they are more; `HISTORIES` plays as many as it says; `FAULTS_SEED` plays the same ones again;
 * `SHRINK=no` ends at the first one that fails, where nobody will read it.
 */
const { FAULTS = '', HISTORIES = '', FAULTS_SEED = '', SHRINK = '' } = process.env
const MANY = FAULTS === 'all' ? 300 : 8
const SCENARIO_TIMEOUT_MS = 24 * 60 * 60_000

test(
  'whatever people, time, providers and crashes do, a post is out at most once and its state is true',
  async () => {
    const town = await openTown()
    await fc.assert(
      fc.asyncProperty(histories, async history => {
        expect(await liveThrough(town, history)).toEqual([])
      }),
      {
        numRuns: Number(HISTORIES || MANY),
        endOnFailure: SHRINK === 'no',
        ...(FAULTS_SEED !== '' && { seed: Number(FAULTS_SEED) }),
      },
    )
  },
  SCENARIO_TIMEOUT_MS,
)
