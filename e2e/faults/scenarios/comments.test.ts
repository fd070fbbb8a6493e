import { describe } from 'bun:test'

import type { Fault } from '#api/test/fault.ts'
import type { CommentEnding } from '#api/test/networks/network-tests.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import type { NetworkId } from '#shared/networks.ts'
import { COMMENTED_NETWORKS } from '#shared/posts/first-comments.ts'
import { FAULTS } from '../networks.ts'
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

type Play = { name: string; network: NetworkId; faults: Fault[]; ends: CommentEnding }

const BREAKS = ['drop-before', 'drop-after', 'commit-then-500', 'bad-json']

const PLAYS = COMMENTED_NETWORKS.flatMap((network): Play[] => {
  const { answers, comments } = FAULTS[network]
  if (!comments) throw new Error(`${network} declares first comments, and its tests have none.`)
  const { send, find, codes, others } = comments
  const play = (label: string, ends: CommentEnding, ...faults: Omit<Fault, 'provider'>[]): Play => ({
    name: `${network} first comment: ${label}`,
    network,
    faults: faults.map(fault => ({ provider: network, ...fault })),
    ends,
  })
  return [
    ...BREAKS.map(kind => play(kind, 'added', { operation: send, kind })),
    ...BREAKS.map(kind =>
      play(`${kind} on every call`, kind === 'drop-before' ? 'failed' : 'added', {
        operation: send,
        kind,
        times: EVERY_CALL,
      }),
    ),
    ...codes.map(([code, ends]) => play(String(code), ends, { operation: send, kind: 'error', code })),
    ...others.map(({ label, ends, faults }) => play(label, ends, ...faults)),
    ...['drop-before', 'drop-after'].flatMap(first =>
      [...BREAKS, 'error'].map(kind =>
        play(
          `${first}, then the search: ${kind}`,
          'added',
          { operation: send, kind: first },
          { operation: find, kind, ...(kind === 'error' && answers.limited), times: 3 },
        ),
      ),
    ),
  ]
})

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
  testScenarios(select(PLAYS, IN_VERIFY), play)
})
