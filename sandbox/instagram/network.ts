import type { SimulatedNetwork } from '../simulated-network.ts'

export const instagram = {
  name: 'Instagram',
  account: 'an Instagram account',
  realWhen: 'INSTAGRAM_APP_ID',
  settings: (url: string) => ({
    INSTAGRAM_APP_ID: '100000000000002',
    INSTAGRAM_APP_SECRET: 'the sandbox takes any secret',
    INSTAGRAM_URL: `${url}/instagram`,
    INSTAGRAM_API_URL: `${url}/instagram-api`,
    INSTAGRAM_GRAPH_URL: `${url}/instagram-graph`,
  }),
  operations: {
    media: ['stuck', 'container-error', 'container-expired'],
    media_publish: ['quota'],
    status: ['stuck'],
    limit: [],
    accounts: [],
    insights: [],
    token: ['flat'],
    posts: [],
    stories: [],
    comments: [],
    comment: [],
    replies: [],
    act: [],
    'comments.read': [],
  },
  empty: () => undefined,
  mark: `<svg class="mark" viewBox="0 0 32 32" role="img" aria-label="Instagram">
    <rect width="32" height="32" rx="9" fill="#d62976" />
    <rect x="7" y="7" width="18" height="18" rx="5.5" fill="none" stroke="#fff" stroke-width="2.4" />
    <circle cx="16" cy="16" r="4.4" fill="none" stroke="#fff" stroke-width="2.4" />
    <circle cx="21.3" cy="10.7" r="1.5" fill="#fff" />
  </svg>`,
} satisfies SimulatedNetwork
