import { type Code, failed, held, type NetworkFaults, published } from './network-faults.ts'

/** Google's services use HTTP status codes. A refused token is renewed. */
const CODES: Code[] = [...published(401, 429, 500, 503), ...failed(400, 404), ...held(403)]

/** Errors of the token endpoint: 400 is `invalid_grant`, 401 an unknown client. */
const TOKEN_CODES: Code[] = [...published(401, 429, 500, 503), ...held(400)]

export const googleFaults: NetworkFaults = {
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
}
