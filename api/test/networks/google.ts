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

/** Google's services use HTTP status codes. A refused token is renewed. */
const CODES: Code[] = [...published(401, 429, 500, 503), ...failed(400, 404), ...held(403)]

/** Errors of the token endpoint: 400 is `invalid_grant`, 401 an unknown client. */
const TOKEN_CODES: Code[] = [...published(401, 429, 500, 503), ...held(400)]

const faults: NetworkFaults = {
  calls: [
    { media: 'picture', operation: 'token' },
    { media: 'picture', operation: 'localPosts', publishes: true },
    { media: 'picture', operation: 'post', afterwards: true },
  ],
  codesOf: operation => (operation === 'token' ? TOKEN_CODES : CODES),
  lost: [{ media: 'picture', publishes: 'localPosts', reconciles: 'posts' }],
  searchCodes: CODES,
  killed: [
    { media: 'picture', operation: 'token' },
    { media: 'picture', operation: 'localPosts' },
    { media: 'picture', operation: 'post' },
  ],
  cut: ['picture'],
  throughProxy: url => ({ GOOGLE_BUSINESS_URL: `${url}/google/business` }),
  signIn: ['token', 'accounts'],
  answers: {
    send: 'reply',
    find: 'review',
    limited: { code: 429, status: 429 },
    forbidden: { code: 403, status: 403 },
  },
  comments: null,
}

/** Approves Google's dialog as a person (or declines, for `cancel`), and follows its redirect in the same browser. */
export async function consentToGoogle(
  { app, consent }: Connecting,
  caller: Caller,
  person: string,
  returnTo?: string,
) {
  const started = await caller.call('auth/google/start', { json: { returnTo } })
  const cookie = started.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  const onward = await app.request('auth/google/auth', { headers: { cookie } })
  const dialog = onward.headers.get('Location')!
  const { path } = await consent(dialog, person)
  const back = await app.request(path, { headers: { cookie } })
  const screen = new URL(back.headers.get('Location')!).pathname
  const [status, ...codes] = screen.split('/').slice(3).map(decodeURIComponent)
  return { dialog, path, cookie, screen, status, google_code: codes.join('/') }
}

/** Connects Google through its dialog, by default as a new person with one location. */
export async function connectGoogle(
  connecting: Connecting,
  caller: Caller,
  {
    person: known,
    ...login
  }: {
    person?: string
    locations?: number | (string | { name: string; voice?: string; takesPosts?: boolean; phone?: string })[]
    groups?: { name: string; locations?: number | string[]; closed?: boolean }[]
    name?: string
  } = {},
) {
  const person =
    known ?? (await connecting.world<{ person: string }>('login', { provider: 'google', ...login })).person
  const { google_code } = await consentToGoogle(connecting, caller, person)
  return { person, response: await caller.call('auth/google/save-info', { json: { google_code } }) }
}

export const googleTests: NetworkTests = {
  connect: (connecting, caller, person) => connectGoogle(connecting, caller, person ? { person } : {}),
  access: {
    'POST /api/auth/google/start': needs(
      'connect',
      own(() => ['auth/google/start', { json: {} }]),
    ),
    'GET /api/auth/google/auth': [
      'auth/google/auth',
      // Redirects to the dashboard without a session, and to Google with one.
      { nobody: 302, other: 302, admin: 302, owner: 302 },
    ],
    'GET /api/auth/google': open('auth/google?code=x&state=x', 302),
    'POST /api/auth/google/save-info': own(
      () => ['auth/google/save-info', { json: { google_code: '4/0Ax' } }],
      400,
    ),
    'GET /api/auth/google/locations': needs('connect', own('auth/google/locations')),
    'POST /api/auth/google/location': needs(
      'connect',
      own(() => ['auth/google/location', { json: { id: 'accounts/1/locations/2' } }], 409),
    ),
  },
  history: {
    operations: ['token', 'localPosts', 'post', 'posts'],
    codes: [400, 401, 403, 404, 429, 500],
    fates: { operations: ['localPosts'], kinds: ['stuck', 'rejected', 'quota'] },
    publish: 'localPosts',
    refusals: [429, 400, 403],
  },
  crowd: 5,
  faults,
}
