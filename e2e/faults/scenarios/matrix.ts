import type { Fault } from '#api/test/fault.ts'
import type { Call, Code, Ending } from '#api/test/networks/network-tests.ts'
import type { NetworkId } from '#shared/networks.ts'
import { FAULTS, ofEachNetwork } from '../networks.ts'
import { EVERY_CALL, type Scenario } from './scenario.ts'

type Operation = Call & Pick<Scenario, 'network'>

const OPERATIONS: Operation[] = ofEachNetwork(({ calls }) => calls)

const BREAKS = ['drop-before', 'drop-after', 'commit-then-500', 'bad-json']
const SILENCES = ['silence-before', 'silence-after']

const nameOf = ({ network, media, isStory, operation }: Operation, what: string) =>
  `${network} ${mediaName({ media, isStory })} ${operation}: ${what}`

const mediaName = ({ media, isStory }: Pick<Operation, 'media' | 'isStory'>) =>
  isStory ? `${media} story` : media

const codeName = ({ code, subcode }: Code) => [code, subcode].filter(Boolean).join('/')

const brokenCalls = (call: Operation): Scenario[] =>
  BREAKS.flatMap(kind =>
    [1, EVERY_CALL].map(times => ({
      ...call,
      name: nameOf(call, times === 1 ? kind : `${kind} on every call`),
      faults: [{ provider: call.network, operation: call.operation, kind, times }],
      ends: times === 1 || publishedDespite(call, kind) ? 'published' : 'failed',
    })),
  )

/** Returns true if the post is published even though the call fails in this way every time. */
const publishedDespite = ({ publishes, optional }: Operation, kind: string) =>
  optional || (publishes && kind !== 'drop-before')

const unansweredCalls = (call: Operation): Scenario[] =>
  SILENCES.flatMap(kind =>
    (['cut', 'go-on'] as const).map(silence => ({
      ...call,
      name: nameOf(call, `${kind} of ten minutes, then ${silence}`),
      faults: [{ provider: call.network, operation: call.operation, kind }],
      silence,
      ends: 'published' as const,
    })),
  )

const rejectedCalls = (call: Operation): Scenario[] =>
  FAULTS[call.network].codesOf(call.operation).map(code => ({
    ...call,
    name: nameOf(call, codeName(code)),
    faults: [{ provider: call.network, operation: call.operation, kind: 'error', ...codeFields(code) }],
    ends: call.optional || (call.afterwards && code.ends === 'failed') ? 'published' : code.ends,
  }))

const codeFields = ({ code, subcode }: Code) => ({ code, ...(subcode && { subcode }) })

/** Scenarios in which the response to the publishing call is lost, and a fault affects its reconciliation. */
const failingReconciliations = (): Scenario[] =>
  LOST_CALLS.flatMap(({ publishes, reconciles, ...call }) =>
    ['drop-before', 'drop-after'].flatMap(kind =>
      searchFailuresOf(call.network).map(({ label, ends, ...fault }) => ({
        ...call,
        name: `${call.network} ${mediaName(call)} ${publishes} ${kind}, then ${reconciles}: ${label}`,
        faults: [{ provider: call.network, operation: publishes, kind }],
        later: [{ provider: call.network, operation: reconciles, ...fault }],
        ends,
      })),
    ),
  )

/**
 * Scenarios in which the response to the publishing call is lost, and the network can't be queried for a day. The author
 * is notified that the post may be public.
 */
const impossibleReconciliations = (): Scenario[] =>
  LOST_CALLS.flatMap(({ publishes, reconciles, ...call }) =>
    ['drop-before', 'drop-after'].flatMap(kind =>
      ['drop-before', 'bad-json'].map(trouble => ({
        ...call,
        name: `${call.network} ${mediaName(call)} ${publishes} ${kind}, then ${reconciles}: ${trouble} for a day`,
        faults: [{ provider: call.network, operation: publishes, kind }],
        later: [{ provider: call.network, operation: reconciles, kind: trouble, times: EVERY_CALL }],
        ends: 'failed' as const,
      })),
    ),
  )

const LOST_CALLS = ofEachNetwork(({ lost }) => lost)

type SearchFailure = Pick<Fault, 'kind' | 'code'> & { label: string; ends: Ending }
const SEARCH_BREAKS: SearchFailure[] = BREAKS.map(kind => ({ kind, label: kind, ends: 'published' }))

const searchFailuresOf = (network: NetworkId): SearchFailure[] => [
  ...SEARCH_BREAKS,
  ...FAULTS[network].searchCodes.map(({ code, ends }) => ({
    kind: 'error',
    code,
    label: String(code),
    ends: ends === 'held' ? ends : ('published' as const),
  })),
]

/** Scenarios in which the provider delays, expires, rejects or limits the media or the post. */
const mediaFaults = (): Scenario[] =>
  [
    ['instagram', 'picture', 'media', 'stuck', 1, 'published'],
    ['instagram', 'pictures', 'media', 'stuck', 1, 'published'],
    ['instagram', 'clip', 'media', 'stuck', EVERY_CALL, 'failed'],
    ['instagram', 'pictures', 'status', 'stuck', 40, 'published'],
    ['instagram', 'picture', 'media', 'container-expired', 1, 'published'],
    ['instagram', 'pictures', 'media', 'container-expired', 1, 'published'],
    ['instagram', 'clip', 'media', 'container-expired', EVERY_CALL, 'failed'],
    ['instagram', 'picture', 'media', 'container-error', 1, 'published'],
    ['instagram', 'pictures', 'media', 'container-error', 1, 'published'],
    ['instagram', 'clip', 'media', 'container-error', EVERY_CALL, 'failed'],
    ['instagram', 'picture', 'media_publish', 'quota', 1, 'published'],
    ['facebook', 'clip', 'videos.finish', 'stuck', 1, 'failed'],
    ['facebook', 'clip', 'status', 'stuck', 40, 'published'],
    ['facebook', 'clip', 'videos.finish', 'video-error', 1, 'failed'],
    ['google', 'picture', 'localPosts', 'stuck', 1, 'failed'],
    ['google', 'picture', 'localPosts', 'rejected', 1, 'failed'],
    ['google', 'picture', 'localPosts', 'quota', 1, 'published'],
    ['google', 'picture', 'localPosts', 'usage', 1, 'published'],
    ['google', 'picture', 'post', 'stuck', 40, 'published'],
  ].map(([network, media, operation, kind, times, ends]) => {
    const call = { network, media, operation } as Operation
    return {
      ...call,
      name: nameOf(call, times === EVERY_CALL ? `${kind} on every call` : String(kind)),
      faults: [
        {
          provider: network as NetworkId,
          operation: call.operation,
          kind: String(kind),
          times: Number(times),
        },
      ],
      clearsAfterFirstAttempt: kind === 'quota',
      ends: ends as Scenario['ends'],
    }
  })

/** Scenarios in which Google always returns the same error: the location is gone, access was revoked, or the service is down. */
const repeatedErrors = (): Scenario[] =>
  (
    [
      ['localPosts', 401, 'held'],
      ['localPosts', 403, 'held'],
      ['localPosts', 404, 'failed'],
      ['localPosts', 503, 'failed'],
      ['token', 503, 'failed'],
      ['post', 403, 'held'],
      ['post', 404, 'failed'],
    ] as const
  ).map(([operation, code, ends]) => ({
    network: 'google',
    media: 'picture',
    name: `google picture ${operation}: ${code} on every call`,
    faults: [{ provider: 'google', operation, kind: 'error', code, times: EVERY_CALL }],
    ends,
  }))

/** Scenarios in which the response is lost, and then the location or grant is withdrawn, or Google processes the post slowly. */
const withdrawalsAfterLoss = (): Scenario[] =>
  (
    [
      ['posts', 'error', 404, 'failed'],
      ['posts', 'error', 403, 'held'],
      ['post', 'stuck', undefined, 'published'],
    ] as const
  ).map(([operation, kind, code, ends]) => ({
    network: 'google',
    media: 'picture',
    name: `google picture localPosts drop-after, then ${operation}: ${code ? `${code} on every call` : `${kind} for 40 checks`}`,
    faults: [
      { provider: 'google', operation: 'localPosts', kind: 'drop-after' },
      { provider: 'google', operation, kind, times: code ? EVERY_CALL : 40, ...(code && { code }) },
    ],
    ends,
  }))

export const SCENARIOS: Scenario[] = [
  ...OPERATIONS.flatMap(call => [...brokenCalls(call), ...unansweredCalls(call), ...rejectedCalls(call)]),
  ...failingReconciliations(),
  ...impossibleReconciliations(),
  ...mediaFaults(),
  ...repeatedErrors(),
  ...withdrawalsAfterLoss(),
]
