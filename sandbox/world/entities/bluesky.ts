import type { StoredFile } from '../../files/file-store.ts'
import type { PictureSize } from '../../files/picture.ts'

export interface BlueskyAccount {
  did: string
  handle: string
  displayName: string
  appPassword: string
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
