import { type Code, failed, held, type NetworkFaults, published } from './network-faults.ts'

/** Errors by status: 401 is an ended token, 403 a suspended account, 409 a lost file, 413 a file that is too large. */
const CODES: Code[] = [...published(401, 409, 429, 500, 503), ...failed(400, 413), ...held(403)]

/** A refresh token that the server rejects is replaced by the app password. */
const TOKEN_CODES: Code[] = published(401, 403, 429, 500, 503)

export const blueskyFaults: NetworkFaults = {
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
}
