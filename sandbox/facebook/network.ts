import type { SimulatedNetwork } from '../simulated-network.ts'

export const facebook = {
  name: 'Facebook',
  account: 'a Facebook page',
  realWhen: 'META_APP_ID',
  settings: (url: string) => ({
    META_APP_ID: '100000000000001',
    META_APP_SECRET: 'the sandbox takes any secret',
    FACEBOOK_URL: `${url}/facebook`,
    FACEBOOK_GRAPH_URL: `${url}/facebook`,
  }),
  operations: {
    feed: [],
    photos: [],
    videos: ['stuck', 'video-error'],
    photo_stories: [],
    video_stories: ['stuck', 'video-error'],
    'video_stories.start': [],
    'video_stories.transfer': [],
    stories: ['too-much-data'],
    'videos.start': [],
    'videos.transfer': [],
    'videos.offset': [],
    'videos.finish': ['stuck', 'video-error'],
    status: ['stuck'],
    accounts: ['too-much-data'],
    businesses: ['too-much-data'],
    owned_pages: ['too-much-data'],
    client_pages: ['too-much-data'],
    insights: [],
    token: [],
    posts: ['too-much-data'],
    post: [],
    comments: [],
    comment: [],
    replies: [],
    act: [],
    'comments.read': ['too-much-data'],
  },
  empty: () => undefined,
  mark: `<svg class="mark" viewBox="0 0 32 32" role="img" aria-label="Facebook">
    <circle cx="16" cy="16" r="16" fill="#0866ff" />
    <path
      fill="#fff"
      d="M21.8 20.6l.7-4.6h-4.4v-3c0-1.3.6-2.5 2.6-2.5h2v-3.9s-1.8-.3-3.5-.3c-3.6 0-5.9 2.2-5.9 6.1V16h-4v4.6h4V32h4.8V20.6z"
    />
  </svg>`,
} satisfies SimulatedNetwork
