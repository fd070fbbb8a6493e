import type { Fault } from '../faults/fault.ts'
import type { LateCall } from '../faults/late.ts'
import { endSilences, type Silence } from '../faults/silence.ts'
import { createFileStore, type FileStore, type StoredFile } from '../files/file-store.ts'
import type { GooglePerson } from '../google/people.ts'
import type { Mail } from '../mail/mail.ts'
import type { LoggedRequest } from '../requests/request-log.ts'
import type { Audience } from './audiences.ts'
import type { Comment } from './comments.ts'
import { type GoogleBusiness, noBusiness } from './google-business.ts'
import type { Container, InstagramMedia } from './instagram-media.ts'
import type { PagePost } from './page-posts.ts'
import type { InstagramAccount, Page, Person, Provider } from './people.ts'
import type { Photo } from './photos.ts'
import type { LoginCode, Token } from './tokens.ts'
import type { UploadSession } from './upload-sessions.ts'
import type { Video } from './videos.ts'

/** Everything outside the product, in memory: who there is, what they were asked, what was published. */
export interface World {
  now: () => Date
  files: FileStore
  people: Map<string, Person>
  demo: Partial<Record<Provider, Person>>
  pages: Map<string, Page>
  instagramAccounts: Map<string, InstagramAccount>
  /** By the Page's or account's id. */
  audiences: Map<string, Audience>
  googlePeople: Map<string, GooglePerson>
  demoGoogle: GooglePerson | undefined
  demoManager: GooglePerson | undefined
  business: GoogleBusiness
  /** Of the app that showed Google's button last. */
  googleClientId: string | undefined
  appSecrets: Map<string, string>
  /** Hosts of Graph at which the app has used up its calls. */
  spentApps: Set<Provider>
  codes: Map<string, LoginCode>
  tokens: Map<string, Token>
  pageTokens: Map<string, Token>
  photos: Map<string, Photo>
  videos: Map<string, Video>
  uploadSessions: Map<string, UploadSession>
  pagePosts: Map<string, PagePost>
  containers: Map<string, Container>
  comments: Comment[]
  instagramMedia: Map<string, InstagramMedia>
  shownFiles: Map<string, StoredFile>
  mails: Mail[]
  requests: LoggedRequest[]
  faults: Fault[]
  silences: Silence[]
  lateCalls: LateCall[]
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

export const createWorld = (now: () => Date): World => ({ now, files: createFileStore(), ...nothing() })

export function resetWorld(world: World): void {
  world.files.clear()
  endSilences(world, 'cut')
  Object.assign(world, nothing())
}
