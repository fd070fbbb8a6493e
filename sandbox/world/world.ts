import type { Fault, LateCall, Silence } from '../faults/fault.ts'
import type { FileStore, StoredFile } from '../files/file-store.ts'
import type { Mail } from '../mail/mail.ts'
import type { NetworkStates } from '../networks.ts'
import type { LoggedRequest } from '../requests/logged-request.ts'
import type { BlueskyOAuth } from './entities/bluesky.ts'
import type { Audience, Comment } from './entities/engagement.ts'
import type { PagePost, PageStory, Photo, UploadSession, Video } from './entities/facebook.ts'
import type { GoogleBusiness } from './entities/google.ts'
import type { Container, InstagramMedia } from './entities/instagram.ts'
import type { GooglePerson, InstagramAccount, Page, Person, Provider } from './entities/people.ts'
import type { LoginCode, Token } from './entities/sign-ins.ts'

/** State that survives a restart: people, their accounts and posts, mails and faults. Consists of plain data only. */
export interface SavedState extends NetworkStates {
  people: Map<string, Person>
  demo: Partial<Record<Provider, Person>>
  pages: Map<string, Page>
  instagramAccounts: Map<string, InstagramAccount>
  /** Keyed by the Page's or account's id, or Bluesky's DID. */
  audiences: Map<string, Audience>
  googlePeople: Map<string, GooglePerson>
  demoGoogle: GooglePerson | undefined
  demoManager: GooglePerson | undefined
  business: GoogleBusiness
  /** Client id of the last app that showed Google's button. */
  googleClientId: string | undefined
  appSecrets: Map<string, string>
  /** Graph hosts at which the app has used up its calls. */
  spentApps: Set<Provider>
  codes: Map<string, LoginCode>
  tokens: Map<string, Token>
  pageTokens: Map<string, Token>
  photos: Map<string, Photo>
  videos: Map<string, Video>
  uploadSessions: Map<string, UploadSession>
  pagePosts: Map<string, PagePost>
  pageStories: Map<string, PageStory>
  containers: Map<string, Container>
  comments: Comment[]
  instagramMedia: Map<string, InstagramMedia>
  blueskyOAuth: BlueskyOAuth
  shownFiles: Map<string, StoredFile>
  mails: Mail[]
  faults: Fault[]
}

/** The sandbox's state, including what ends with its process: the requests received and the calls in flight. */
export interface World extends SavedState {
  now: () => Date
  files: FileStore
  requests: LoggedRequest[]
  silences: Silence[]
  lateCalls: LateCall[]
}
