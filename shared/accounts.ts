import * as v from 'valibot'

import { CHOOSE_NETWORK, NETWORK_IDS, type NetworkId, networks } from './networks.ts'
import { required } from './text/text.ts'

export const MAX_ACCOUNTS_BASIC_PLAN = 5

/** Returns whether an error message says that the plan's account limit is reached. */
export const isPlanLimitMessage = (message: string) => message.endsWith('upgrade your plan.')

/** @param agreed the number that a client agreed with the agency, or null for the Basic Plan */
export const describePlanLimit = (agreed: number | null) =>
  agreed === null
    ? `The Basic Plan allows up to ${MAX_ACCOUNTS_BASIC_PLAN} social accounts.`
    : `Your plan allows up to ${agreed} social ${agreed === 1 ? 'account' : 'accounts'}.`

/** Accounts that a user has linked, in all businesses; `limit` is null for the agency's own people. */
export type AccountAllowance = { used: number; limit: number | null }

/** Reasons for reconnecting: the network ended our sign-in, or no longer grants permission to publish. */
export const RECONNECT_CAUSES = ['signed_out', 'permission'] as const
export type ReconnectCause = (typeof RECONNECT_CAUSES)[number]

/** Returns why an account needs reconnecting, as a clause without a full stop. */
export const describeLostAccess = (network: NetworkId, account: string, cause: ReconnectCause | null) =>
  cause === 'permission'
    ? `${networks[network].name} says we may not publish to ${account || 'your account'} any more`
    : `${networks[network].name} signed us out of ${account || 'your account'}`

/** Returns advice to append to 'Reconnect it', so that the same problem doesn’t return; empty if there is none. */
export const reconnectAdvice = (network: NetworkId, cause: ReconnectCause | null) =>
  cause === 'permission' ? networks[network].account.fullAccessPhrase : ''

/** Name of a cookie that says why a sign-in on a network's own page failed. Social Hub shows the reason once. */
export const SIGN_IN_FAILURE_COOKIE = 'sign_in_failure'

export const ACCOUNT_MESSAGES = {
  noDomain: 'Please choose a business first: accounts belong to one.',
  tooMany: (agreed: number | null) =>
    `${describePlanLimit(agreed)} Disconnect one first, or upgrade your plan.`,
  noPages:
    'This Facebook login has no Page that we may use. Create a Page on Facebook, or choose one when Facebook asks, then connect again.',
  stateExpired:
    'This sign-in took too long or was started somewhere else. Please connect again from Social Hub.',
  declined: (network: string) =>
    `${network} was not connected, because permission was not given. You can connect any time.`,
  notConnected: (network: string) => `${network} is not connected to this business.`,
  notListed: 'Your Facebook login does not list this Page. Please choose one that it does, or connect again.',
  pageTaken: (page: string, business: string) =>
    `${page} is already connected to ${business}. Please select another page for this business.`,
  locationTaken: (location: string, business: string) =>
    `${location} is already connected to ${business}. Please choose another location for this business.`,
  noLocations:
    'This Google account doesn’t manage any locations. Add your business at business.google.com, or sign in with the account that manages it.',
  locationNotListed:
    'Your Google account does not list this location. Please choose one that it does, or connect again.',
} as const

export const Provider = v.object({
  provider: v.picklist(NETWORK_IDS, CHOOSE_NETWORK),
})

/** The result of Facebook's sign-in: a code from our own dialog, or a token from Facebook's JavaScript SDK. */
export const FacebookLogin = v.union(
  [
    v.object({ code: required('The code is missing.', 2000), state: required('The state is missing.', 200) }),
    v.object({
      accessToken: required('The access token is missing.', 2000),
      userID: required('The user is missing.', 64),
    }),
  ],
  'Please sign in to Facebook again.',
)
export type FacebookLogin = v.InferOutput<typeof FacebookLogin>

export const PageChoice = v.object({
  id: required('Please select a page to continue.', 64),
  name: v.optional(v.pipe(v.string(), v.maxLength(500))),
})
export type PageChoice = v.InferOutput<typeof PageChoice>

/** The screens that Google's dialog returns to. */
export const RETURN_SCREENS = ['social-hub', 'google-business-profile'] as const
export type ReturnScreen = (typeof RETURN_SCREENS)[number]

export const GoogleStart = v.object({
  returnTo: v.optional(
    v.picklist(RETURN_SCREENS, 'Please choose social-hub or google-business-profile.'),
    'social-hub',
  ),
})

/** Google's authorisation code: two parts, separated by a slash. */
export const GoogleCode = v.object({ google_code: required('The code is missing.', 2000) })

export const LocationChoice = v.object({ id: required('Please choose a location to continue.', 200) })
export type LocationChoice = v.InferOutput<typeof LocationChoice>

/** `blocked` says why posts can't go to this location, so that it can’t be chosen. */
export type LocationInfo = {
  id: string
  name: string
  address: string
  account: string
  isSelected: boolean
  blocked?: string
}

/** An account group or portfolio whose locations or Pages the network didn’t list, and why. */
export type UnlistedGroup = { name: string; reason: string }

/** `usedBy` names the other business of the user that has this Page, so that it can’t be chosen. */
export type PageInfo = { id: string; name: string; picture: string; usedBy?: string }

export type AccountStatus = 'connected' | 'needs_reconnect'

/** An account's public profile. A field that the network doesn't provide is empty. */
export type PublicProfile = {
  name: string
  username: string
  picture: string
  location: string
  /** Missing if the network provides none. */
  phone?: string
  followers: number | null
  following: number | null
  bio: string
  link: string
  email: string
}

/** A linked account (specification, part 2 §3). Never contains tokens. */
export type LinkedAccount = PublicProfile & {
  accountConnected: true
  provider: NetworkId
  status: AccountStatus
  /** The reason for reconnecting; null while the account is connected. */
  reconnectCause: ReconnectCause | null
  providerId: string
  /** Duplicates the fields above for clients that read them here. */
  profile: { name: string; picture: string; email: string }
  /** Name of another business with the same account; empty if the user isn't one of its members. */
  alsoConnectedTo?: string
  pagesInfo?: PageInfo[]
  selectedPage?: PageInfo
}

export type AccountDetails = { accountConnected: false } | LinkedAccount

/** The account's name as its network writes it, such as `@harbour.bakehouse`. */
export const handleOf = ({ name, username }: Pick<LinkedAccount, 'name' | 'username'>) =>
  username ? `@${username.replace(/^@/, '')}` : name
