import type { SimulatedNetwork } from '../simulated-network.ts'

export const google = {
  name: 'Google',
  account: 'a Google Business Profile',
  realWhen: 'GOOGLE_CLIENT_ID',
  settings: (url: string) => ({
    GOOGLE_CLIENT_ID: 'sandbox.apps.googleusercontent.com',
    GOOGLE_CLIENT_SECRET: 'the sandbox takes any secret',
    GOOGLE_ACCOUNTS_URL: `${url}/google/accounts`,
    GOOGLE_CERTS_URL: `${url}/google/certs`,
    GOOGLE_TOKEN_URL: `${url}/google/token`,
    GOOGLE_BUSINESS_URL: `${url}/google/business`,
  }),
  operations: {
    accounts: ['quota'],
    locations: ['quota'],
    voice: ['quota'],
    performance: ['quota'],
    keywords: ['quota'],
    token: [],
    localPosts: ['stuck', 'rejected', 'quota'],
    post: ['stuck', 'quota'],
    posts: ['quota'],
    reviews: ['quota'],
    review: ['quota'],
    reply: ['rejected', 'quota'],
  },
  empty: () => undefined,
  mark: `<svg class="mark" viewBox="0 0 24 24" role="img" aria-label="Google">
    <path
      fill="#4285f4"
      d="M22.5 12.3c0-.8-.1-1.5-.2-2.1H12v4.1h5.9a5 5 0 0 1-2.2 3.3v2.7h3.5c2.1-1.9 3.3-4.7 3.3-8z"
    />
    <path
      fill="#34a853"
      d="M12 23c3 0 5.4-1 7.2-2.7l-3.5-2.7c-1 .7-2.2 1-3.7 1-2.8 0-5.2-1.9-6.1-4.5H2.3V17A11 11 0 0 0 12 23z"
    />
    <path fill="#fbbc05" d="M5.9 14.1a6.6 6.6 0 0 1 0-4.2V7.1H2.3a11 11 0 0 0 0 9.8z" />
    <path
      fill="#ea4335"
      d="M12 5.4c1.6 0 3 .6 4.2 1.6l3.1-3.1A11 11 0 0 0 2.3 7.1l3.6 2.8C6.8 7.3 9.2 5.4 12 5.4z"
    />
  </svg>`,
} satisfies SimulatedNetwork
