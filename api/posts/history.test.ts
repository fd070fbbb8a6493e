import { expect, test } from 'bun:test'
import * as fc from 'fast-check'

import { histories } from '#api/test/history/actions.ts'
import { openTown } from '#api/test/history/business.ts'
import { liveThrough } from '#api/test/history/live-through.ts'

/** `HISTORIES` plays more of them, `FAULTS_SEED` the same ones again. */
const { HISTORIES = '60', FAULTS_SEED = '' } = process.env
const SECONDS_EACH = 5

test(
  'whatever people, time, providers and crashes do, a post is out at most once and its state is true',
  async () => {
    const town = await openTown()
    await fc.assert(
      fc.asyncProperty(histories, async history => {
        expect(await liveThrough(town, history)).toEqual([])
      }),
      { numRuns: Number(HISTORIES), ...(FAULTS_SEED !== '' && { seed: Number(FAULTS_SEED) }) },
    )
  },
  Number(HISTORIES) * SECONDS_EACH * 1000,
)
