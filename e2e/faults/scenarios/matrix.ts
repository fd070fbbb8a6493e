import type { Fault } from '#api/test/publishing.ts'
import type { NetworkId } from '#shared/networks.ts'
import {
  BLUESKY_CODES,
  BLUESKY_TOKEN_CODES,
  type Code,
  GOOGLE_CODES,
  GOOGLE_TOKEN_CODES,
  INSTAGRAM_CODES,
  SHARED_CODES,
  WORDPRESS_CODES,
} from './codes.ts'
import { type Ending, EVERY_CALL, type Scenario } from './scenario.ts'

type Operation = Pick<Scenario, 'network' | 'media' | 'isStory'> & {
  operation: string
  /** True for a read after publishing. If it fails, the post is still public. */
  afterwards?: boolean
  /** True if the post is published even when this call fails. */
  optional?: boolean
}

const OPERATIONS: Operation[] = [
  { network: 'facebook', media: 'pictures', operation: 'photos' },
  { network: 'facebook', media: 'pictures', operation: 'feed' },
  { network: 'facebook', media: 'clip', operation: 'videos.start' },
  { network: 'facebook', media: 'clip', operation: 'videos.transfer' },
  { network: 'facebook', media: 'clip', operation: 'videos.finish' },
  { network: 'facebook', media: 'clip', operation: 'status', afterwards: true },
  { network: 'instagram', media: 'picture', operation: 'limit' },
  { network: 'instagram', media: 'pictures', operation: 'media' },
  { network: 'instagram', media: 'clip', operation: 'media' },
  { network: 'instagram', media: 'pictures', operation: 'status' },
  { network: 'instagram', media: 'picture', operation: 'media_publish' },
  { network: 'instagram', media: 'picture', operation: 'posts', afterwards: true, optional: true },
  { network: 'facebook', media: 'picture', isStory: true, operation: 'photos' },
  { network: 'facebook', media: 'picture', isStory: true, operation: 'photo_stories' },
  { network: 'facebook', media: 'picture', isStory: true, operation: 'stories', optional: true },
  { network: 'facebook', media: 'clip', isStory: true, operation: 'video_stories.start' },
  { network: 'facebook', media: 'clip', isStory: true, operation: 'video_stories.transfer' },
  { network: 'facebook', media: 'clip', isStory: true, operation: 'video_stories' },
  { network: 'facebook', media: 'clip', isStory: true, operation: 'status', afterwards: true },
  { network: 'instagram', media: 'picture', isStory: true, operation: 'media' },
  { network: 'instagram', media: 'clip', isStory: true, operation: 'media_publish' },
  { network: 'google', media: 'picture', operation: 'token' },
  { network: 'google', media: 'picture', operation: 'localPosts' },
  { network: 'google', media: 'picture', operation: 'post', afterwards: true },
  { network: 'bluesky', media: 'picture', operation: 'token' },
  { network: 'bluesky', media: 'pictures', operation: 'uploadBlob' },
  { network: 'bluesky', media: 'clip', operation: 'uploadBlob' },
  { network: 'bluesky', media: 'pictures', operation: 'putRecord' },
  { network: 'wordpress', media: 'picture', operation: 'draft' },
  { network: 'wordpress', media: 'pictures', operation: 'media' },
  { network: 'wordpress', media: 'pictures', operation: 'publish' },
]

const BREAKS = ['drop-before', 'drop-after', 'commit-then-500', 'bad-json']
const SILENCES = ['silence-before', 'silence-after']

const nameOf = ({ network, media, isStory, operation }: Operation, what: string) =>
  `${network} ${mediaName({ media, isStory })} ${operation}: ${what}`

const mediaName = ({ media, isStory }: Pick<Operation, 'media' | 'isStory'>) =>
  isStory ? `${media} story` : media

const codeName = ({ code, subcode }: Code) => [code, subcode].filter(Boolean).join('/')

const broken = (call: Operation): Scenario[] =>
  BREAKS.flatMap(kind =>
    [1, EVERY_CALL].map(times => ({
      ...call,
      name: nameOf(call, times === 1 ? kind : `${kind} on every call`),
      faults: [{ provider: call.network, operation: call.operation, kind, times }],
      ends: times === 1 || publishedDespite(call, kind) ? 'published' : 'failed',
    })),
  )

/** Returns true if the post is published even though the call fails in this way every time. */
const publishedDespite = ({ network, operation, optional }: Operation, kind: string) =>
  optional || ((network === 'wordpress' || PUBLISHES.has(operation)) && kind !== 'drop-before')

const PUBLISHES = new Set([
  'feed',
  'photo_stories',
  'video_stories',
  // Its bytes have arrived.
  'video_stories.transfer',
  'videos.finish',
  'media_publish',
  'localPosts',
  'putRecord',
])

const silent = (call: Operation): Scenario[] =>
  SILENCES.flatMap(kind =>
    (['cut', 'go-on'] as const).map(silence => ({
      ...call,
      name: nameOf(call, `${kind} of ten minutes, then ${silence}`),
      faults: [{ provider: call.network, operation: call.operation, kind }],
      silence,
      ends: 'published' as const,
    })),
  )

const rejected = (call: Operation): Scenario[] =>
  codesOf(call).map(code => ({
    ...call,
    name: nameOf(call, codeName(code)),
    faults: [{ provider: call.network, operation: call.operation, kind: 'error', ...codeFields(code) }],
    ends: call.optional || (call.afterwards && code.ends === 'failed') ? 'published' : code.ends,
  }))

const codesOf = ({ network, operation }: Operation): Code[] => {
  if (network === 'google') return operation === 'token' ? GOOGLE_TOKEN_CODES : GOOGLE_CODES
  if (network === 'wordpress') return WORDPRESS_CODES
  if (network === 'bluesky') return operation === 'token' ? BLUESKY_TOKEN_CODES : BLUESKY_CODES
  if (UPLOAD_CALLS.has(operation)) return SHARED_CODES.map(expectedForUpload)
  if (network === 'facebook' && VIDEO_CALLS.has(operation)) return SHARED_CODES.map(expectedForVideo)
  return [...SHARED_CODES, ...(network === 'instagram' ? INSTAGRAM_CODES : [])]
}

const UPLOAD_CALLS = new Set(['videos.start', 'videos.transfer'])
const VIDEO_CALLS = new Set([
  'videos.finish',
  'status',
  'photo_stories',
  'video_stories',
  'video_stories.start',
  'video_stories.transfer',
])

/** Expects `failed`, not `held`: uploads use the user token, so only the video fails while the Page's token still works. */
const expectedForUpload = (code: Code): Code => (code.ends === 'held' ? { ...code, ends: 'failed' } : code)

/** Expects a missing permission to fail only the video, or the story. */
const expectedForVideo = (code: Code): Code => (code.code === 200 ? { ...code, ends: 'failed' } : code)

const codeFields = ({ code, subcode }: Code) => ({ code, ...(subcode && { subcode }) })

/** Scenarios in which the response to the publishing call is lost, and a fault affects its reconciliation. */
const disturbedReconciliation = (): Scenario[] =>
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
const unreachableReconciliation = (): Scenario[] =>
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

/** Publishing calls whose response is lost, with the call that reconciles each. */
const LOST_CALLS: (Pick<Operation, 'network' | 'media' | 'isStory'> & {
  publishes: string
  reconciles: string
})[] = [
  { network: 'facebook', media: 'pictures', publishes: 'feed', reconciles: 'posts' },
  { network: 'facebook', media: 'clip', publishes: 'videos.finish', reconciles: 'posts' },
  { network: 'facebook', media: 'clip', publishes: 'videos.finish', reconciles: 'status' },
  { network: 'instagram', media: 'picture', publishes: 'media_publish', reconciles: 'status' },
  { network: 'facebook', media: 'picture', isStory: true, publishes: 'photo_stories', reconciles: 'stories' },
  { network: 'facebook', media: 'clip', isStory: true, publishes: 'video_stories', reconciles: 'stories' },
  { network: 'instagram', media: 'clip', isStory: true, publishes: 'media_publish', reconciles: 'status' },
  { network: 'google', media: 'picture', publishes: 'localPosts', reconciles: 'posts' },
  { network: 'bluesky', media: 'pictures', publishes: 'putRecord', reconciles: 'getRecord' },
  { network: 'wordpress', media: 'pictures', publishes: 'publish', reconciles: 'post' },
]
type SearchFailure = Pick<Fault, 'kind' | 'code'> & { label: string; ends: Ending }
const SEARCH_BREAKS: SearchFailure[] = BREAKS.map(kind => ({ kind, label: kind, ends: 'published' }))
const GOOGLE_SEARCH_FAILURES: SearchFailure[] = GOOGLE_CODES.map(({ code, ends }) => ({
  kind: 'error',
  code,
  label: String(code),
  ends: ends === 'held' ? 'held' : 'published',
}))
const SEARCH_FAILURES: SearchFailure[] = [
  ...[1, 2, 4, 17, 368, 613].map(code => ({
    kind: 'error',
    code,
    label: String(code),
    ends: 'published' as const,
  })),
  { kind: 'error', code: 190, label: '190', ends: 'held' },
]

const BLUESKY_SEARCH_FAILURES: SearchFailure[] = BLUESKY_CODES.map(({ code }) => ({
  kind: 'error',
  code,
  label: String(code),
  ends: code === 403 ? 'held' : 'published',
}))

const WORDPRESS_SEARCH_FAILURES: SearchFailure[] = WORDPRESS_CODES.map(({ code, ends }) => ({
  kind: 'error',
  code,
  label: String(code),
  ends: ends === 'held' ? 'held' : 'published',
}))

const searchFailuresOf = (network: NetworkId) => {
  if (network === 'wordpress') return [...SEARCH_BREAKS, ...WORDPRESS_SEARCH_FAILURES]
  if (network === 'google') return [...SEARCH_BREAKS, ...GOOGLE_SEARCH_FAILURES]
  return [...SEARCH_BREAKS, ...(network === 'bluesky' ? BLUESKY_SEARCH_FAILURES : SEARCH_FAILURES)]
}

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
const lostAndWithdrawn = (): Scenario[] =>
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
  ...OPERATIONS.flatMap(call => [...broken(call), ...silent(call), ...rejected(call)]),
  ...disturbedReconciliation(),
  ...unreachableReconciliation(),
  ...mediaFaults(),
  ...repeatedErrors(),
  ...lostAndWithdrawn(),
]
