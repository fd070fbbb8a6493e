import { endSilences } from '../faults/silence.ts'
import { createFileStore } from '../files/file-store.ts'
import { emptyNetworks } from '../networks.ts'
import { noBusiness } from './google-business.ts'
import type { SavedState, World } from './world.ts'

/** @param filesFolder outlives the process; by default files are temporary */
export const createWorld = (now: () => Date, filesFolder?: string): World => ({
  now,
  files: createFileStore({ folder: filesFolder }),
  ...emptyState(),
  ...nothingInFlight(),
})

export function resetWorld(world: World): void {
  world.files.clear()
  endSilences(world, 'cut')
  Object.assign(world, emptyState(), nothingInFlight())
}

export const emptyState = (): SavedState => ({
  ...emptyNetworks(),
  people: new Map(),
  demo: {},
  pages: new Map(),
  instagramAccounts: new Map(),
  audiences: new Map(),
  googlePeople: new Map(),
  demoGoogle: undefined,
  demoManager: undefined,
  business: noBusiness(),
  googleClientId: undefined,
  appSecrets: new Map(),
  spentApps: new Set(),
  codes: new Map(),
  tokens: new Map(),
  pageTokens: new Map(),
  photos: new Map(),
  videos: new Map(),
  uploadSessions: new Map(),
  pagePosts: new Map(),
  pageStories: new Map(),
  containers: new Map(),
  comments: [],
  instagramMedia: new Map(),
  blueskyOAuth: {
    requests: new Map(),
    codes: new Map(),
    sessions: new Set(),
    proofs: new Set(),
    hosts: new Map(),
  },
  shownFiles: new Map(),
  mails: [],
  faults: [],
})

const nothingInFlight = () => ({
  requests: [],
  silences: [],
  lateCalls: [],
})
