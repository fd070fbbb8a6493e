import * as fc from 'fast-check'

import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { NETWORK_TESTS } from '../networks.ts'
import type { Action } from './actions.ts'

const LAST = -1
const OFTEN = 10_000

const network = fc.constantFrom<NetworkId>(...NETWORK_IDS)
const create = (network: NetworkId): Action => ({ do: 'create', network, inSeconds: 0, comment: false })
const wait = (seconds: number): Action => ({ do: 'wait', seconds })
const fault = (
  network: NetworkId,
  operation: string,
  kind: string,
  more: { code?: number; ms?: number; times?: number } = {},
): Action => ({
  do: 'fault',
  network,
  operation,
  kind,
  times: 1,
  ...more,
})

/** One worker stalls after an error response; the response to the worker that takes over may be lost. */
const refusedWithoutLease = network.chain(network =>
  fc
    .record({
      code: fc.constantFrom<number>(...NETWORK_TESTS[network].history.refusals),
      isLost: fc.boolean(),
      when: fc.constantFrom('before' as const, 'after' as const),
    })
    .map(({ code, isLost, when }): Action[] => [
      fault(network, NETWORK_TESTS[network].history.publish, 'error', { code }),
      ...(isLost ? [fault(network, NETWORK_TESTS[network].history.publish, 'drop-after')] : []),
      create(network),
      { do: 'stall', network, when },
      wait(5),
    ]),
)

/** A prepared post waits for a rate limit while its author edits the text. */
const editedAfterPreparation = network.map((network): Action[] => [
  fault(network, NETWORK_TESTS[network].history.publish, 'error', {
    code: NETWORK_TESTS[network].history.refusals[0],
  }),
  create(network),
  wait(1),
  { do: 'edit', post: LAST, comment: false },
  wait(4000),
])

/** The grant expires and is renewed while Google processes the post. */
const grantEndsMidCheck = fc
  .constantFrom(130, 4000)
  .map((seconds): Action[] => [
    fault('google', 'post', 'stuck', { times: 6 }),
    create('google'),
    wait(1),
    { do: 'expire', network: 'google' },
    wait(seconds),
    { do: 'reconnect', network: 'google', as: 'same' },
    wait(600),
  ])

/** A post that may be public on one account is rescheduled, then approved for another account. */
const consentInDoubt = network.map((network): Action[] => [
  fault(network, NETWORK_TESTS[network].history.publish, 'drop-after'),
  create(network),
  wait(1),
  { do: 'disconnect', network },
  wait(31),
  { do: 'move', post: LAST, inSeconds: 600 },
  { do: 'reconnect', network, as: 'another' },
  { do: 'move', post: LAST, inSeconds: 600, consent: true },
  wait(600),
])

/** The network drops each call, rejects each upload, or never finishes processing. */
const endings = fc.constantFrom<Action[]>(
  [fault('facebook', 'feed', 'drop-before', { times: OFTEN }), create('facebook')],
  [fault('google', 'localPosts', 'drop-before', { times: OFTEN }), create('google')],
  [fault('facebook', 'photos', 'error', { code: 2, times: OFTEN }), create('facebook')],
  [fault('instagram', 'media', 'stuck', { times: 3 }), create('instagram'), wait(600), wait(600), wait(600)],
)

/** For a day the network doesn't show whether the post is out. */
const uncertainDay = fc.constantFrom<Action[]>(
  [
    fault('facebook', 'feed', 'drop-after'),
    fault('facebook', 'posts', 'error', { code: 2, times: OFTEN }),
    create('facebook'),
    wait(1),
    wait(80_000),
    wait(10_000),
  ],
  [fault('google', 'post', 'stuck', { times: OFTEN }), create('google'), wait(1), wait(80_000), wait(10_000)],
)

const crash = fc.record({
  do: fc.constant('crash' as const),
  write: fc.integer({ min: 1, max: 9 }),
  kept: fc.boolean(),
  passes: fc.boolean(),
})

const PUBLISH = { facebook: 'feed', google: 'localPosts' } as const
const LIMITS = {
  facebook: fault('facebook', 'feed', 'error', { code: 32, times: 3 }),
  google: fault('google', 'localPosts', 'quota', { times: 3 }),
}

/** A network executes a call minutes after it was made, usually after it was written off, while the retry is sent or waits. */
const executedLate = fc
  .record({
    network: fc.constantFrom('facebook' as const, 'google' as const),
    minutes: fc.constantFrom(2, 3, 10),
    isLimited: fc.boolean(),
    meanwhile: fc.oneof(
      fc.constantFrom<Action[]>(
        [],
        [{ do: 'race' }],
        [{ do: 'cancel', post: LAST }],
        [{ do: 'edit', post: LAST, comment: false }],
        [create('google'), create('facebook')],
        [
          { do: 'disconnect', network: 'google' },
          { do: 'reconnect', network: 'google', as: 'same' },
          { do: 'disconnect', network: 'facebook' },
          { do: 'reconnect', network: 'facebook', as: 'same' },
        ],
      ),
      crash.map((action): Action[] => [action]),
    ),
  })
  .map(({ network, minutes, isLimited, meanwhile }): Action[] => [
    fault(network, PUBLISH[network], 'late', { ms: minutes * 60_000 }),
    ...(isLimited ? [LIMITS[network]] : []),
    create(network),
    wait(1),
    wait(130),
    ...meanwhile,
    wait(130),
    wait(600),
  ])

/** Sequences that reach rare outcomes of the publishing guarantees. */
export const situations: fc.Arbitrary<Action[]> = fc.oneof(
  { weight: 4, arbitrary: refusedWithoutLease },
  { weight: 2, arbitrary: editedAfterPreparation },
  { weight: 2, arbitrary: grantEndsMidCheck },
  { weight: 2, arbitrary: consentInDoubt },
  { weight: 2, arbitrary: executedLate },
  { weight: 2, arbitrary: endings },
  { weight: 1, arbitrary: uncertainDay },
)
