import { endSilences } from '../faults/silence.ts'
import { createFileStore } from '../files/file-store.ts'
import type { Provider } from './entities/people.ts'
import { noBusiness } from './google-business.ts'
import type { World } from './world.ts'

/** @param filesFolder outlives the process; by default files are temporary */
export const createWorld = (now: () => Date, filesFolder?: string): World => ({
  now,
  files: createFileStore(filesFolder),
  ...nothing(),
})

export function resetWorld(world: World): void {
  world.files.clear()
  endSilences(world, 'cut')
  Object.assign(world, nothing())
}

const nothing = () => ({
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
  spentApps: new Set<Provider>(),
  codes: new Map(),
  tokens: new Map(),
  pageTokens: new Map(),
  photos: new Map(),
  videos: new Map(),
  uploadSessions: new Map(),
  pagePosts: new Map(),
  containers: new Map(),
  comments: [],
  instagramMedia: new Map(),
  shownFiles: new Map(),
  mails: [],
  requests: [],
  faults: [],
  silences: [],
  lateCalls: [],
})
