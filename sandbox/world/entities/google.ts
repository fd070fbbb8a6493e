import type { StoredFile } from '../../files/file-store.ts'
import type { PictureSize } from '../../files/picture.ts'
/** What somebody let an app do at Google: it lives until it is revoked, and its refresh tokens with it. */
export interface GoogleGrant {
  personId: string
  clientId: string
  scopes: string[]
  ended: boolean
}

export interface GoogleCode {
  value: string
  personId: string
  scopes: string[]
  issuedAt: Date
  used: boolean
  /** Whether the dialog was asked for a refresh token, and asked the person anew. */
  offline: boolean
  consented: boolean
  /** Null for a code made by the control call, which no dialog bound to an app and address. */
  boundTo: { clientId: string; redirectUri: string; challenge: string | undefined } | null
}

export interface GoogleToken {
  value: string
  kind: 'access' | 'refresh'
  grant: GoogleGrant
  issuedAt: Date
  /** An access token's; a refresh token ends when it isn't used. */
  usedAt: Date
}

/** State of the location's "voice of merchant": present, or the reason why not. */
export type Voice = 'has' | 'unverified' | 'pending' | 'waiting' | 'conflict' | 'suspended'

export interface BusinessLocation {
  id: string
  accountId: string
  title: string
  town: string
  /** Some chains take no posts from apps. */
  takesPosts: boolean
  voice: Voice
}

export interface BusinessAccount {
  id: string
  personId: string
  name: string
}

export type LocalPostFate = 'live' | 'stuck' | 'rejected'

export interface LocalPost {
  id: string
  locationId: string
  accountId: string
  languageCode: string
  topicType: string
  summary: string
  callToAction: Record<string, unknown> | null
  photos: { id: string; file: StoredFile; size: PictureSize | null }[]
  createdAt: Date
  updatedAt: Date
  fate: LocalPostFate
}

export interface GoogleBusiness {
  grants: GoogleGrant[]
  codes: Map<string, GoogleCode>
  tokens: Map<string, GoogleToken>
  accounts: Map<string, BusinessAccount>
  locations: Map<string, BusinessLocation>
  localPosts: Map<string, LocalPost>
  /** When each app called each service, and each location was edited, in the last minute. */
  calls: Map<string, number[]>
}
