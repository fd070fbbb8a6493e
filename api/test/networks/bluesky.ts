import { needs, open, own } from '../access/rule.ts'
import {
  type Caller,
  type Code,
  type Connecting,
  failed,
  held,
  type NetworkFaults,
  type NetworkTests,
  published,
} from './network-tests.ts'

/** Errors by status: 401 is an ended token, 403 a suspended account, 409 a lost file, 413 a file that is too large. */
const CODES: Code[] = [...published(401, 409, 429, 500, 503), ...failed(400, 413), ...held(403)]

/** A refresh token that the server rejects is replaced by the app password. */
const TOKEN_CODES: Code[] = published(401, 403, 429, 500, 503)

const faults: NetworkFaults = {
  calls: [
    { media: 'picture', operation: 'token' },
    { media: 'pictures', operation: 'uploadBlob' },
    { media: 'clip', operation: 'uploadBlob' },
    { media: 'pictures', operation: 'putRecord', publishes: true },
  ],
  codesOf: operation => (operation === 'token' ? TOKEN_CODES : CODES),
  lost: [{ media: 'pictures', publishes: 'putRecord', reconciles: 'getRecord' }],
  searchCodes: CODES,
  killed: [
    { media: 'picture', operation: 'token' },
    { media: 'pictures', operation: 'uploadBlob' },
    { media: 'pictures', operation: 'putRecord' },
  ],
  cut: ['pictures', 'clip'],
  throughProxy: url => ({ BLUESKY_URL: `${url}/bluesky` }),
  signIn: ['token', 'accounts'],
  answers: {
    send: 'replies',
    find: 'thread',
    limited: { code: 429, status: 429 },
    forbidden: { code: 400, status: 400 },
  },
  comments: {
    send: 'comments',
    // A reply's key is derived from the post's, so its search reads that record.
    find: 'getRecord',
    codes: [
      [400, 'failed'],
      [401, 'added'],
      [403, 'failed'],
      [429, 'added'],
      [500, 'added'],
    ],
    others: [],
  },
}

export type BlueskyPerson = { person: string; handle: string; appPassword: string }

/** Connects Bluesky through the page of the account's server, by default as a new account. Responds with the account. */
export async function connectBlueskyByPage(
  { world, throughPage }: Connecting,
  caller: Caller,
  known?: string,
) {
  const { person, handle } = await world<BlueskyPerson>('login', { provider: 'bluesky', person: known })
  return { person, response: await throughPage(caller, 'bluesky', { handle }, person) }
}

export const blueskyTests: NetworkTests = {
  /** By an app password. */
  async connect({ world }, { call }, known) {
    const { person, ...json } = await world<BlueskyPerson>('login', { provider: 'bluesky', person: known })
    return { person, response: await call('auth/bluesky', { json }) }
  },
  access: {
    'POST /api/auth/bluesky/start': needs(
      'connect',
      own(() => ['auth/bluesky/start', { json: { handle: 'nobody.bsky.example' } }], 400),
    ),
    'GET /api/auth/bluesky': open('auth/bluesky?code=x&state=x', 400),
    'GET /api/auth/bluesky/client-metadata.json': open('auth/bluesky/client-metadata.json', 404),
    'POST /api/auth/bluesky': needs(
      'connect',
      own(() => ['auth/bluesky', { json: { handle: 'pat.example', appPassword: 'wrong' } }], 400),
    ),
  },
  history: {
    operations: ['token', 'uploadBlob', 'putRecord', 'getRecord'],
    codes: [400, 401, 403, 409, 413, 429, 500],
    publish: 'putRecord',
    refusals: [429, 400, 401],
  },
  crowd: 40,
  faults,
}
