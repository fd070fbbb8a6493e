import type { StoredFile } from '../../files/file-store.ts'
import type { PictureSize } from '../../files/picture.ts'

export interface BlueskyAccount {
  did: string
  handle: string
  displayName: string
  appPassword: string
  /** Its server, as the directory of DIDs names it. Undefined for the sandbox. */
  server?: string
}

export interface BlueskyToken {
  kind: 'access' | 'refresh'
  did: string
  /** Sessions that are deleted together. */
  session: string
  expiresAt: Date
  /** The refresh token that replaces this one, once it has been used. */
  next: string | null
}

/** A request for authorisation, which its client pushed before the browser comes. */
export interface BlueskyGrantRequest {
  clientId: string
  /** Id of the client's key; `none` for one without. */
  auth: string
  /** Thumbprint of the key to which tokens are bound. */
  jkt: string
  redirectUri: string
  state: string
  challenge: string
  scopes: string[]
  hint: string
  expiresAt: Date
}

/** A sign-in by OAuth, with its current tokens. */
export interface BlueskyOAuthSession {
  did: string
  clientId: string
  auth: string
  jkt: string
  scopes: string[]
  access: string
  accessEndsAt: Date
  refresh: string
  /** Former refresh tokens. */
  used: string[]
  endsAt: Date
}

export interface BlueskyOAuth {
  requests: Map<string, BlueskyGrantRequest>
  codes: Map<string, BlueskyGrantRequest & { did: string }>
  sessions: Set<BlueskyOAuthSession>
  /** Ids of the proofs and assertions that were used. */
  proofs: Set<string>
  /** Local addresses of https origins, in place of DNS and a proxy. */
  hosts: Map<string, string>
}

/** An uploaded file. Until a record mentions it, it isn't public. */
export interface BlueskyBlob {
  did: string
  cid: string
  type: string
  file: StoredFile
  size: PictureSize | null
}

export interface BlueskyPost {
  uri: string
  cid: string
  did: string
  key: string
  /** JSON of the record. */
  record: string
  indexedAt: Date
  likes: number
  reposts: number
  comments: number
}

/** A like, or the settings of a thread. */
export interface BlueskyRecord {
  cid: string
  /** JSON of the record. */
  record: string
}

export interface Bluesky {
  accounts: Map<string, BlueskyAccount>
  tokens: Map<string, BlueskyToken>
  /** Keyed by account and CID. */
  blobs: Map<string, BlueskyBlob>
  posts: Map<string, BlueskyPost>
  /** Keyed by URI. Missing in a world that an earlier release saved. */
  records?: Map<string, BlueskyRecord>
}
