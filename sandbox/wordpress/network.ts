import type { SimulatedNetwork } from '../simulated-network.ts'
import type { WordPressSites } from '../world/entities/wordpress.ts'

export const wordpress = {
  name: 'WordPress',
  account: 'a WordPress website',
  realWhen: 'WORDPRESS_URL',
  settings: (url: string) => ({ WORDPRESS_URL: `${url}/wordpress` }),
  operations: {
    root: [],
    accounts: [],
    password: [],
    draft: [],
    media: [],
    publish: [],
    post: [],
    posts: [],
    files: [],
    terms: [],
    users: [],
    tag: [],
    delete: [],
    comments: [],
    comment: [],
    replies: [],
    act: [],
  },
  empty: (): WordPressSites => new Map(),
  mark: `<svg class="mark" viewBox="0 0 24 24" role="img" aria-label="WordPress">
    <circle cx="12" cy="12" r="10.5" fill="#21759b" />
    <path
      d="m5 8 3.4 9L12 8l3.6 9L19 8"
      fill="none"
      stroke="#fff"
      stroke-width="1.8"
      stroke-linejoin="round"
    />
  </svg>`,
} satisfies SimulatedNetwork
