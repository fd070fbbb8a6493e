import { describe } from 'bun:test'

import { type Fault, picture, publishingApp } from '#api/test/publishing.ts'
import type { NetworkId } from '#shared/networks.ts'
import { select } from '../selection.ts'
import { testScenarios } from '../test-scenarios.ts'
import { checkComment, FIRST_COMMENT } from './first-comment.ts'
import { EVERY_CALL } from './scenario.ts'

/** Scenarios of `verify`. */
const IN_VERIFY = [
  'facebook first comment: drop-after',
  'facebook first comment: the post is gone',
  'instagram first comment: commit-then-500 on every call',
  'instagram first comment: drop-after, then the search: bad-json',
  'bluesky first comment: drop-after',
]

type Play = { name: string; network: NetworkId; faults: Fault[]; ends: 'added' | 'failed' }

const BREAKS = ['drop-before', 'drop-after', 'commit-then-500', 'bad-json']
const POST_GONE = { code: 100, subcode: 33 }
const CODES = [
  [1, 'added'],
  [2, 'added'],
  [4, 'added'],
  [613, 'added'],
  [10, 'failed'],
  [100, 'failed'],
  [200, 'failed'],
  [190, 'failed'],
  [368, 'failed'],
] as const

const PLAYS = (['facebook', 'instagram'] as const).flatMap((network): Play[] => {
  const at = (operation: string, kind: string, more: Partial<Fault> = {}): Fault => ({
    provider: network,
    operation,
    kind,
    ...more,
  })
  return [
    ...BREAKS.map(kind => ({
      name: `${network} first comment: ${kind}`,
      network,
      faults: [at('comments', kind)],
      ends: 'added' as const,
    })),
    ...BREAKS.map(kind => ({
      name: `${network} first comment: ${kind} on every call`,
      network,
      faults: [at('comments', kind, { times: EVERY_CALL })],
      ends: kind === 'drop-before' ? ('failed' as const) : ('added' as const),
    })),
    ...CODES.map(([code, ends]) => ({
      name: `${network} first comment: ${code}`,
      network,
      faults: [at('comments', 'error', { code })],
      ends,
    })),
    {
      name: `${network} first comment: the post is not known yet`,
      network,
      faults: [at('comments', 'error', { ...POST_GONE, times: 2 })],
      ends: 'added',
    },
    {
      name: `${network} first comment: the post is gone`,
      network,
      faults: [at('comments', 'error', { ...POST_GONE, times: EVERY_CALL })],
      ends: 'failed',
    },
    {
      name: `${network} first comment: drop-after, then the post is gone`,
      network,
      faults: [at('comments', 'drop-after'), at('comments.read', 'error', POST_GONE)],
      ends: 'failed',
    },
    {
      name: `${network} first comment: drop-after, then the search is signed out`,
      network,
      faults: [at('comments', 'drop-after'), at('comments.read', 'error', { code: 190 })],
      ends: 'failed',
    },
    ...['drop-before', 'drop-after'].flatMap(first =>
      [...BREAKS, 'error'].map(kind => ({
        name: `${network} first comment: ${first}, then the search: ${kind}`,
        network,
        faults: [
          at('comments', first),
          at('comments.read', kind, kind === 'error' ? { code: 4, times: 3 } : { times: 3 }),
        ],
        ends: 'added' as const,
      })),
    ),
  ]
})

/** A reply's key is derived from the post's, so its search reads that record. */
const BLUESKY_CODES = [
  [400, 'failed'],
  [401, 'added'],
  [403, 'failed'],
  [429, 'added'],
  [500, 'added'],
] as const

const blueskyPlays = (): Play[] => {
  const play = (label: string, ends: Play['ends'], ...faults: Omit<Fault, 'provider'>[]): Play => ({
    name: `bluesky first comment: ${label}`,
    network: 'bluesky',
    faults: faults.map(fault => ({ provider: 'bluesky', ...fault })),
    ends,
  })
  return [
    ...BREAKS.map(kind => play(kind, 'added', { operation: 'comments', kind })),
    ...BREAKS.map(kind =>
      play(`${kind} on every call`, kind === 'drop-before' ? 'failed' : 'added', {
        operation: 'comments',
        kind,
        times: EVERY_CALL,
      }),
    ),
    ...BLUESKY_CODES.map(([code, ends]) =>
      play(String(code), ends, { operation: 'comments', kind: 'error', code }),
    ),
    ...['drop-before', 'drop-after'].flatMap(first =>
      BREAKS.map(kind =>
        play(
          `${first}, then the search: ${kind}`,
          'added',
          { operation: 'comments', kind: first },
          { operation: 'getRecord', kind, times: 3 },
        ),
      ),
    ),
  ]
}

async function play({ name, network, faults, ends }: Play) {
  const app = await publishingApp({ networks: [network] })
  for (const fault of faults) await app.fault(fault)
  const postId = await app.accept({
    platforms: [{ platform: network, message: name, firstComment: FIRST_COMMENT }],
    media: [await picture('red')],
  })
  await app.run()
  return checkComment(app, { postId, network, message: name, ends })
}

describe('adds a first comment once, or notifies its author why not', () => {
  testScenarios(select([...PLAYS, ...blueskyPlays()], IN_VERIFY), play)
})
