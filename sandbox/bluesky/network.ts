import type { SimulatedNetwork } from '../simulated-network.ts'
import type { Bluesky } from '../world/entities/bluesky.ts'

export const bluesky = {
  name: 'Bluesky',
  account: 'a Bluesky account',
  realWhen: 'BLUESKY_URL',
  settings: (url: string) => ({
    BLUESKY_URL: `${url}/bluesky`,
    BLUESKY_APPVIEW_URL: `${url}/bluesky`,
    BLUESKY_WEB_URL: `${url}/bluesky`,
    BLUESKY_PLC_URL: url,
  }),
  operations: {
    token: [],
    accounts: [],
    uploadBlob: [],
    putRecord: [],
    comments: [],
    getRecord: [],
    deleteRecord: [],
    resolveHandle: [],
    posts: [],
    thread: [],
    replies: [],
    act: [],
  },
  empty: (): Bluesky => ({ accounts: new Map(), tokens: new Map(), blobs: new Map(), posts: new Map() }),
  mark: `<svg class="mark" viewBox="0 0 24 24" role="img" aria-label="Bluesky">
    <path
      fill="#0085ff"
      d="M5.8 4.5C8.3 6.4 11 10.2 12 12.2c1-2 3.7-5.8 6.2-7.7C20 3.2 23 2.1 23 5.4c0 .7-.4 5.5-.6 6.3-.7 2.7-3.5 3.4-6 3 4.3.7 5.4 3.2 3 5.6-4.5 4.6-6.4-1.2-6.9-2.6-.1-.3-.1-.4-.5-.4s-.4.1-.5.4c-.5 1.4-2.4 7.2-6.9 2.6-2.4-2.4-1.3-4.9 3-5.6-2.5.4-5.3-.3-6-3C1.4 10.9 1 6.1 1 5.4c0-3.3 3-2.2 4.8-.9z"
    />
  </svg>`,
} satisfies SimulatedNetwork
