import { needs, open, own } from '../access/rule.ts'
import { type Code, failed, held, type NetworkFaults, type NetworkTests, published } from './network-tests.ts'

/** Errors by status: 404 is a deleted draft, 413 and 503 are pages of a web server. */
const CODES: Code[] = [...published(404, 429, 500, 503), ...failed(400, 413), ...held(401), ...held(403)]

const faults: NetworkFaults = {
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
  comments: null,
}

export const wordpressTests: NetworkTests = {
  /** Through the website's page for applications. Responds with the account. */
  async connect({ sandbox, world, throughPage }, caller, known) {
    const person = known ?? (await world<{ person: string }>('login', { provider: 'wordpress' })).person
    const site = `${sandbox.url}/wordpress/${person}`
    return { person, response: await throughPage(caller, 'wordpress', { site }, person) }
  },
  access: {
    'POST /api/auth/wordpress/start': needs(
      'connect',
      own(() => ['auth/wordpress/start', { json: { site: 'http://example.com:8080' } }], 400),
    ),
    'GET /api/auth/wordpress': open('auth/wordpress?state=x', 400),
    'GET /api/auth/wordpress/names': own('auth/wordpress/names', 404),
  },
  history: {
    operations: ['draft', 'media', 'publish', 'post', 'posts', 'files'],
    codes: [400, 401, 403, 404, 413, 429, 500, 503],
    publish: 'publish',
    refusals: [429, 400, 401],
  },
  crowd: 2,
  faults,
}
