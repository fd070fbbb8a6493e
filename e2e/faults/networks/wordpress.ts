import { type Code, failed, held, type NetworkFaults, published } from './network-faults.ts'

/** Errors by status: 404 is a deleted draft, 413 and 503 are pages of a web server. */
const CODES: Code[] = [...published(404, 429, 500, 503), ...failed(400, 413), ...held(401), ...held(403)]

export const wordpressFaults: NetworkFaults = {
  // A draft or file of a call without a response is found again.
  calls: [
    { media: 'picture', operation: 'draft', publishes: true },
    { media: 'pictures', operation: 'media', publishes: true },
    { media: 'pictures', operation: 'publish', publishes: true },
  ],
  codesOf: () => CODES,
  lost: [{ media: 'pictures', publishes: 'publish', reconciles: 'post' }],
  searchCodes: CODES,
  killed: [
    { media: 'pictures', operation: 'draft' },
    { media: 'pictures', operation: 'media' },
    { media: 'pictures', operation: 'publish' },
  ],
  cut: ['pictures'],
  throughProxy: url => ({ WORDPRESS_URL: `${url}/wordpress` }),
  signIn: ['root', 'accounts'],
  answers: {
    send: 'replies',
    find: 'comment',
    limited: { code: 429, status: 429 },
    forbidden: { code: 403, status: 403 },
  },
}
