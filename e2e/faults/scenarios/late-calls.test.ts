import { afterEach, describe, expect, test } from 'bun:test'

import { createEngine } from '#api/publishing/engine.ts'
import { endAll } from '#api/test/at-end.ts'
import { publishingApp } from '#api/test/publishing.ts'
import type { NetworkId } from '#shared/networks.ts'
import { ofEachNetwork } from '../networks.ts'
import { select, SCENARIO_TIMEOUT_MS, replay } from '../selection.ts'
import { ageTokens, mediaOf } from './run-scenario.ts'
import type { Scenario } from './scenario.ts'
import { isUncertain } from './violations.ts'

/** Scenarios of `verify`. */
const IN_VERIFY = ['instagram with picture: executed 10 minutes late']

type Late = { network: NetworkId; media: Scenario['media']; operation: string }
const CALLS: Late[] = ofEachNetwork(({ lost }) =>
  lost
    .filter(
      ({ isStory, publishes }, at) => !isStory && lost.findIndex(call => call.publishes === publishes) === at,
    )
    .map(({ media, publishes }) => ({ media, operation: publishes })),
)
const MINUTE_MS = 60_000
const lateBy = (calls: Late[]) =>
  calls.flatMap(call =>
    [3, 10, 30].map(minutes => ({
      ...call,
      minutes,
      name: `${call.network} with ${call.media}: executed ${minutes} minutes late`,
    })),
  )
const LATE = lateBy(CALLS)
const ONCE = { shown: 1, state: 'published' as const, doubtful: false }
/** Exceeds any network's check of a post, and our search for a second one. */
const AFTERWARDS_MINUTES = 180

afterEach(endAll)

/**
 * Makes the network perform the publishing call long after its sender gave up.
 * @returns the number of posts and their reported state
 */
async function executeLate({ name, network, media, operation, minutes }: (typeof LATE)[number]) {
  const app = await publishingApp({ networks: [network] })
  await ageTokens(app)
  await app.fault({ provider: network, operation, kind: 'silence-before' })
  const postId = await app.accept({
    platforms: [{ platform: network, message: name }],
    media: await mediaOf(media),
  })
  const waiting = app.run()
  while ((await app.world<unknown[]>('silences')).length === 0) await Bun.sleep(1)
  const other = createEngine(app.ctx)
  const passMinutes = async (count: number) => {
    for (let minute = 0; minute < count; minute++) {
      app.clock.advance(MINUTE_MS)
      await other.tick()
      await other.idle()
    }
  }
  await passMinutes(minutes)
  await app.world('silences', { then: 'go-on' })
  await waiting
  await passMinutes(AFTERWARDS_MINUTES)
  await other.stop()
  const shown = (await app.published()).length
  const delivery = await app.delivery(postId, network)
  return { shown, state: delivery.state, doubtful: isUncertain(delivery) }
}

describe('publishes at most once if a network executes a call after its sender gave up', () => {
  const publishesOnce = async (late: (typeof LATE)[number]) =>
    expect(await executeLate(late), replay(late.name)).toEqual(ONCE)

  for (const late of select(LATE, IN_VERIFY)) test(late.name, () => publishesOnce(late), SCENARIO_TIMEOUT_MS)
})
