import { needs, open, own } from '../access/rule.ts'
import { META_CODES, META_COMMENTS, META_HISTORY_CODES, META_SEARCH_CODES } from './meta.ts'
import type { Code, NetworkFaults, NetworkTests } from './network-tests.ts'

const OWN_CODES: Code[] = [
  { code: 9004, ends: 'published' },
  { code: 9004, subcode: 2207052, ends: 'published' },
  { code: 9007, ends: 'published' },
  { code: 9007, subcode: 2207027, ends: 'published' },
  // The account's limits last longer than a post may be late.
  { code: 9, subcode: 2207042, ends: 'held' },
  { code: 4, subcode: 2207051, ends: 'held' },
]

const faults: NetworkFaults = {
  calls: [
    { media: 'picture', operation: 'limit' },
    { media: 'pictures', operation: 'media' },
    { media: 'clip', operation: 'media' },
    { media: 'pictures', operation: 'status' },
    { media: 'picture', operation: 'media_publish', publishes: true },
    { media: 'picture', operation: 'posts', afterwards: true, optional: true },
    { media: 'picture', isStory: true, operation: 'media' },
    { media: 'clip', isStory: true, operation: 'media_publish', publishes: true },
  ],
  codesOf: () => [...META_CODES, ...OWN_CODES],
  lost: [
    { media: 'picture', publishes: 'media_publish', reconciles: 'status' },
    { media: 'clip', isStory: true, publishes: 'media_publish', reconciles: 'status' },
  ],
  searchCodes: META_SEARCH_CODES,
  killed: [
    { media: 'picture', operation: 'limit' },
    { media: 'pictures', operation: 'media' },
    { media: 'clip', operation: 'media' },
    { media: 'picture', operation: 'status' },
    { media: 'picture', operation: 'media_publish' },
    { media: 'pictures', operation: 'media_publish' },
    { media: 'picture', operation: 'posts' },
    { media: 'picture', operation: 'comments' },
  ],
  cut: ['picture', 'carousel', 'clip'],
  throughProxy: url => ({ INSTAGRAM_GRAPH_URL: `${url}/instagram-graph` }),
  signIn: ['token', 'accounts'],
  answers: {
    send: 'replies',
    find: 'comments.read',
    limited: { code: 613 },
    forbidden: { code: 10 },
  },
  comments: META_COMMENTS,
}

export const instagramTests: NetworkTests = {
  /** Through its dialog. */
  async connect({ app, world, start, consent }, caller, known) {
    const person = known ?? (await world<{ person: string }>('login', { provider: 'instagram' })).person
    const { url, cookie } = await start(caller, 'instagram')
    const { path } = await consent(url, person)
    return { person, response: await app.request(path, { headers: { cookie } }) }
  },
  access: {
    'POST /api/auth/instagram/start': needs(
      'connect',
      own(() => ['auth/instagram/start', { method: 'POST' }]),
    ),
    'GET /api/auth/instagram': open('auth/instagram?code=x&state=x', 400),
  },
  history: {
    operations: ['limit', 'media', 'status', 'media_publish', 'posts', 'comments', 'comments.read'],
    codes: META_HISTORY_CODES,
    fates: { operations: ['media'], kinds: ['stuck', 'container-error', 'container-expired'] },
    publish: 'media_publish',
    refusals: [4, 368, 190],
  },
  crowd: 50,
  faults,
}
