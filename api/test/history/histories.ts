import * as fc from 'fast-check'

import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { NETWORK_TESTS } from '../networks.ts'
import type { Action } from './actions.ts'
import { approvalAction } from './approvals.ts'
import { situations } from './situations.ts'
import { storageAction } from './storage-actions.ts'

const network = fc.constantFrom<NetworkId>(...NETWORK_IDS)
const post = fc.nat({ max: 3 })
const inSeconds = fc.constantFrom(0, 20, 300)
const comment = fc.boolean()
const newPost = { network, inSeconds, comment }

const BREAKS = ['drop-before', 'drop-after', 'commit-then-500', 'bad-json', 'error'] as const
const times = fc.constantFrom(1, 1, 2, 12)

const fault = network.chain((network): fc.Arbitrary<Action> => {
  const { operations, codes, fates } = NETWORK_TESTS[network].history
  const broken = fc
    .record({
      operation: fc.constantFrom<string>(...operations),
      kind: fc.constantFrom(...BREAKS),
      code: fc.constantFrom<number>(...codes),
      times,
    })
    .map(({ kind, code, ...fault }): Action => ({
      do: 'fault',
      network,
      ...fault,
      kind,
      ...(kind === 'error' && { code }),
    }))
  if (!fates) return broken
  const fated = fc.record({
    do: fc.constant('fault' as const),
    network: fc.constant(network),
    operation: fc.constantFrom<string>(...fates.operations),
    kind: fc.constantFrom<string>(...fates.kinds),
    times,
  })
  return fc.oneof({ weight: 5, arbitrary: broken }, { weight: 1, arbitrary: fated })
})

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('create'), ...newPost }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('post draft'),
      windows: fc.integer({ min: 1, max: 2 }),
      ...newPost,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      seconds: fc.constantFrom(1, 5, 31, 130, 600, 4000, 90_000, -3600),
    }),
  },
  { weight: 4, arbitrary: fault },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('crash'),
      write: fc.integer({ min: 1, max: 9 }),
      kept: fc.boolean(),
      passes: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('edit'), post, comment }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('cancel', 'retry'), post }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('retry all', 'leave', 'stay') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move'), post, inSeconds }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('disconnect', 'expire'), network }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('reconnect'), network, as: fc.constantFrom('same', 'another') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete domain') }) },
) as fc.Arbitrary<Action>

const meanwhile = fc
  .oneof(
    fc.record({ do: fc.constant('edit'), post, comment }),
    fc.record({ do: fc.constantFrom('cancel', 'retry'), post }),
    fc.record({ do: fc.constantFrom('retry all', 'leave', 'stay') }),
    fc.record({ do: fc.constant('disconnect'), network }),
    fc.record({ do: fc.constant('reconnect'), network, as: fc.constantFrom('same', 'another') }),
    fc.record({ do: fc.constant('delete domain') }),
    approvalAction,
  )
  .map((action): Action => ({ do: 'meanwhile', action: action as Action }))

const anything = fc.oneof(
  { weight: 8, arbitrary: action },
  { weight: 1, arbitrary: meanwhile },
  { weight: 1, arbitrary: storageAction },
  { weight: 3, arbitrary: approvalAction },
  { weight: 1, arbitrary: fc.constant<Action>({ do: 'race' }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('stall'), network, when: fc.constantFrom('before', 'after') }),
  },
) as fc.Arbitrary<Action>

/** Generates actions in any order, usually with one sequence that single actions would rarely form. */
export const histories = fc
  .tuple(
    // Half of them are under the rule from the start.
    fc.constantFrom<Action[]>([], [{ do: 'rule', required: true }]),
    fc.array(anything, { minLength: 1, maxLength: 8 }),
    fc.option(situations, { nil: [], freq: 4 }),
    fc.array(anything, { minLength: 1, maxLength: 6 }),
  )
  .map(parts => parts.flat())
