import type { StoredFile } from '../../files/file-store.ts'
import type { PictureSize } from '../../files/picture.ts'

/** A person's consent for an app. The grant and its refresh tokens are valid until it is revoked. */
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
  /** `offline`: a refresh token was requested. `consented`: the dialog asked for consent again. */
  offline: boolean
  consented: boolean
  /** Null for a code from the control call, which is bound to no app and redirect URI. */
  boundTo: { clientId: string; redirectUri: string; challenge: string | undefined } | null
}

export interface GoogleToken {
  value: string
  kind: 'access' | 'refresh'
  grant: GoogleGrant
  issuedAt: Date
  /** A refresh token expires when unused. */
  usedAt: Date
}

/** State of the location's "voice of merchant": `has`, or the reason why it has none. */
export type Voice = 'has' | 'unverified' | 'pending' | 'waiting' | 'conflict' | 'suspended'

export interface BusinessLocation {
  id: string
  accountId: string
  title: string
  town: string
  /** False for chains whose locations accept no posts from apps. */
  takesPosts: boolean
  voice: Voice
  /** Empty for a location without one. */
  phone: string
}

export interface BusinessAccount {
  id: string
  personId: string
  name: string
  /** Personal if undefined. The locations of a closed group can't be listed. */
  kind?: 'group' | 'closed-group'
}

export type LocalPostFate = 'live' | 'stuck' | 'rejected'

export interface RecurrenceInfo {
  seriesEndTime?: string
  dailyPattern?: object
  weeklyPattern?: { daysOfWeek?: string[] }
  monthlyPattern?: { dayOfMonth?: number; dayOfWeekOccurrence?: string }
}

export interface LocalPostEvent {
  title: string
  schedule: Record<string, Record<string, number>>
  recurrenceInfo?: RecurrenceInfo
  /** Time at which the latest repetition began; set in a repetition. */
  recurringInstanceTime?: string
}

export interface LocalPost {
  id: string
  locationId: string
  accountId: string
  languageCode: string
  topicType: string
  summary: string
  callToAction: Record<string, string> | null
  /** Parts of events and offers. Posts of an older saved world lack them. */
  event?: LocalPostEvent | null
  offer?: Record<string, string> | null
  photos: { id: string; file: StoredFile; size: PictureSize | null }[]
  createdAt: Date
  updatedAt: Date
  fate: LocalPostFate
}

export interface Review {
  id: string
  locationId: string
  accountId: string
  author: string
  /** 1 to 5. */
  stars: number
  comment: string
  createdAt: Date
  updatedAt: Date
  reply: { comment: string; updatedAt: Date; state: 'PENDING' | 'APPROVED' | 'REJECTED' } | null
}

export type DailyMetric =
  | 'BUSINESS_IMPRESSIONS_DESKTOP_MAPS'
  | 'BUSINESS_IMPRESSIONS_DESKTOP_SEARCH'
  | 'BUSINESS_IMPRESSIONS_MOBILE_MAPS'
  | 'BUSINESS_IMPRESSIONS_MOBILE_SEARCH'
  | 'BUSINESS_CONVERSATIONS'
  | 'BUSINESS_DIRECTION_REQUESTS'
  | 'CALL_CLICKS'
  | 'WEBSITE_CLICKS'
  | 'BUSINESS_BOOKINGS'
  | 'BUSINESS_FOOD_ORDERS'
  | 'BUSINESS_FOOD_MENU_CLICKS'

/** Views of a location, and actions there. */
export interface Presence {
  /** Keyed by date. */
  days: Map<string, { [Metric in DailyMetric]?: number | undefined }>
  /** Searches and how often they showed the location, keyed by month, such as `2026-10`. */
  keywords: Map<string, Map<string, number>>
}

export interface GoogleBusiness {
  grants: GoogleGrant[]
  codes: Map<string, GoogleCode>
  tokens: Map<string, GoogleToken>
  accounts: Map<string, BusinessAccount>
  locations: Map<string, BusinessLocation>
  localPosts: Map<string, LocalPost>
  /** An older saved world has none. */
  reviews?: Map<string, Review>
  /** Keyed by location. An older saved world has none. */
  presences?: Map<string, Presence>
  /** Times, within the last minute, of calls per app and service and of edits per location. */
  calls: Map<string, number[]>
}
