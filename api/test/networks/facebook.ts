import { needs, open, own, owners } from '../access/rule.ts'
import { META_CODES, META_COMMENTS, META_HISTORY_CODES, META_SEARCH_CODES } from './meta.ts'
import type { Caller, Code, Connecting, NetworkFaults, NetworkTests } from './network-tests.ts'

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

const faults: NetworkFaults = {
  calls: [
    { media: 'pictures', operation: 'photos' },
    { media: 'pictures', operation: 'feed', publishes: true },
    { media: 'clip', operation: 'videos.start' },
    { media: 'clip', operation: 'videos.transfer' },
    { media: 'clip', operation: 'videos.finish', publishes: true },
    { media: 'clip', operation: 'status', afterwards: true },
    { media: 'picture', isStory: true, operation: 'photos' },
    { media: 'picture', isStory: true, operation: 'photo_stories', publishes: true },
    { media: 'picture', isStory: true, operation: 'stories', optional: true },
    { media: 'clip', isStory: true, operation: 'video_stories.start' },
    // Its bytes have arrived.
    { media: 'clip', isStory: true, operation: 'video_stories.transfer', publishes: true },
    { media: 'clip', isStory: true, operation: 'video_stories', publishes: true },
    { media: 'clip', isStory: true, operation: 'status', afterwards: true },
  ],
  codesOf(operation) {
    if (UPLOAD_CALLS.has(operation)) return META_CODES.map(expectedForUpload)
    return VIDEO_CALLS.has(operation) ? META_CODES.map(expectedForVideo) : META_CODES
  },
  lost: [
    { media: 'pictures', publishes: 'feed', reconciles: 'posts' },
    { media: 'clip', publishes: 'videos.finish', reconciles: 'posts' },
    { media: 'clip', publishes: 'videos.finish', reconciles: 'status' },
    { media: 'picture', isStory: true, publishes: 'photo_stories', reconciles: 'stories' },
    { media: 'clip', isStory: true, publishes: 'video_stories', reconciles: 'stories' },
  ],
  searchCodes: META_SEARCH_CODES,
  killed: [
    { media: 'pictures', operation: 'photos' },
    { media: 'pictures', operation: 'feed' },
    { media: 'clip', operation: 'videos.start' },
    { media: 'clip', operation: 'videos.transfer' },
    { media: 'clip', operation: 'videos.finish' },
    { media: 'clip', operation: 'status' },
    { media: 'picture', operation: 'comments' },
  ],
  cut: ['pictures', 'clip'],
  throughProxy: url => ({ FACEBOOK_GRAPH_URL: `${url}/facebook` }),
  signIn: ['token', 'accounts'],
  answers: {
    send: 'replies',
    find: 'comments.read',
    limited: { code: 32 },
    forbidden: { code: 200 },
  },
  comments: META_COMMENTS,
}

type FacebookPerson = { person: string; authResponse: { accessToken: string; userID: string } }

/** Connects Facebook by the SDK's response. */
export async function connectFacebook({ world }: Connecting, { call }: Caller, pages: number | string[] = 1) {
  const person = await world<FacebookPerson>('login', { provider: 'facebook', pages })
  return { person, response: await call('auth/facebook', { json: person.authResponse }) }
}

export const facebookTests: NetworkTests = {
  async connect(connecting, caller, known) {
    if (!known) {
      const { person, response } = await connectFacebook(connecting, caller)
      return { person: person.person, response }
    }
    const { url, cookie } = await connecting.start(caller, 'facebook')
    const { code, state } = await connecting.consent(url, known)
    const response = await caller.call('auth/facebook', { json: { code, state }, headers: { cookie } })
    return { person: known, response }
  },
  access: {
    'POST /api/auth/facebook/start': needs(
      'connect',
      own(() => ['auth/facebook/start', { method: 'POST' }]),
    ),
    'GET /api/auth/facebook': open('auth/facebook?error=access_denied&state=x', 400),
    'POST /api/auth/facebook': own(() => ['auth/facebook', { json: { code: 'x', state: 'x' } }], 400),
    'GET /api/auth/facebook/place': needs('see', owners('auth/facebook/place')),
    'GET /api/auth/getPagesInfo': needs('connect', own('auth/getPagesInfo')),
    'POST /api/auth/updatePageInfo': needs(
      'connect',
      owners(({ pageId }) => ['auth/updatePageInfo', { json: { id: pageId } }], 200, 409),
    ),
  },
  history: {
    operations: ['photos', 'feed', 'posts', 'comments', 'comments.read'],
    codes: META_HISTORY_CODES,
    publish: 'feed',
    refusals: [4, 368, 190],
  },
  crowd: 145,
  faults,
}
