import * as fc from 'fast-check'

import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'

/** What may happen to a business's posts: by its owner, by time, at the provider, or to our own process. */
export type Action =
  | { do: 'create'; network: NetworkId; inSeconds: number }
  | { do: 'edit' | 'cancel' | 'retry'; post: number }
  | { do: 'move'; post: number; inSeconds: number }
  | { do: 'disconnect'; network: NetworkId }
  | { do: 'reconnect'; network: NetworkId; as: 'same' | 'another' }
  | { do: 'delete domain' }
  | { do: 'wait'; seconds: number }
  | { do: 'fault'; network: NetworkId; operation: string; kind: string; code?: number; times: number }
  | { do: 'crash'; write: number; kept: boolean }
  /** Two processes work at the same time. */
  | { do: 'race' }
  /** Its owner does something while a process is at work. */
  | { do: 'meanwhile'; action: Action }

const network = fc.constantFrom<NetworkId>(...NETWORK_IDS)
const post = fc.nat({ max: 3 })
const inSeconds = fc.constantFrom(0, 20, 300)
const BREAKS = ['drop-before', 'drop-after', 'commit-then-500', 'bad-json', 'error'] as const
const OPERATIONS = {
  facebook: ['photos', 'feed', 'posts'],
  instagram: ['limit', 'media', 'status', 'media_publish', 'posts'],
  google: ['token', 'localPosts', 'post', 'posts'],
} as const

const fault = network.chain(network =>
  fc
    .record({
      operation: fc.constantFrom<string>(...OPERATIONS[network]),
      kind: fc.constantFrom(...BREAKS),
      code: fc.constantFrom(1, 2, 4, 190, 368, 613),
      times: fc.constantFrom(1, 1, 2, 12),
    })
    .map(({ kind, code, ...fault }): Action => ({
      do: 'fault',
      network,
      ...fault,
      kind,
      ...(kind === 'error' && { code }),
    })),
)

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('create'), network, inSeconds }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      seconds: fc.constantFrom(1, 5, 31, 130, 600, 4000, 90_000),
    }),
  },
  { weight: 4, arbitrary: fault },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('crash'),
      write: fc.integer({ min: 1, max: 9 }),
      kept: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('edit', 'cancel', 'retry'), post }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move'), post, inSeconds }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('disconnect'), network }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('reconnect'), network, as: fc.constantFrom('same', 'another') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete domain') }) },
) as fc.Arbitrary<Action>

const meanwhile = fc
  .oneof(
    fc.record({ do: fc.constantFrom('edit', 'cancel', 'retry'), post }),
    fc.record({ do: fc.constant('disconnect'), network }),
    fc.record({ do: fc.constant('reconnect'), network, as: fc.constantFrom('same', 'another') }),
    fc.record({ do: fc.constant('delete domain') }),
  )
  .map((action): Action => ({ do: 'meanwhile', action }))

const anything = fc.oneof(
  { weight: 8, arbitrary: action },
  { weight: 1, arbitrary: meanwhile },
  { weight: 1, arbitrary: fc.constant<Action>({ do: 'race' }) },
)

export const histories = fc.array(anything, { minLength: 2, maxLength: 14 })
