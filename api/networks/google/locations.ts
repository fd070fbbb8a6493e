import * as v from 'valibot'

import { type Listing, listGroups } from '#api/networks/core/listing.ts'
import { NetworkError, undefinedIf } from '#api/networks/core/network.ts'
import type { PublicProfile } from '#shared/accounts.ts'
import { TAKES_NO_POSTS } from './errors.ts'
import { type GoogleBusiness, googlePages, googleRequest } from './request.ts'

/**
 * `id` is like `accounts/1/locations/2`, because posts need the account, too. `blocked` is the reason why the location accepts no
 * posts.
 */
export type GoogleLocation = { id: string; name: string; address: string; account: string; blocked?: string }

type CallOptions = {
  business: GoogleBusiness
  token: string
  now: () => Date
  signal?: AbortSignal | undefined
}

const PAGE_SIZE = 100
const MAX_PAGES = 50
const READ_MASK = 'name,title,phoneNumbers,storefrontAddress,websiteUri,metadata,profile'

const text = v.optional(v.string(), '')
const nextPage = { nextPageToken: text }
const Accounts = v.object({
  accounts: v.optional(v.array(v.object({ name: v.string(), accountName: text })), []),
  ...nextPage,
})
const Location = v.object({
  name: v.string(),
  title: text,
  phoneNumbers: v.optional(v.object({ primaryPhone: text })),
  storefrontAddress: v.optional(
    v.object({
      addressLines: v.optional(v.array(v.string()), []),
      locality: text,
      administrativeArea: text,
      postalCode: text,
    }),
  ),
  metadata: v.optional(
    v.object({
      mapsUri: text,
      hasVoiceOfMerchant: v.optional(v.boolean()),
      canOperateLocalPost: v.optional(v.boolean()),
    }),
  ),
  profile: v.optional(v.object({ description: text })),
})
type Location = v.InferOutput<typeof Location>
const Locations = v.object({ locations: v.optional(v.array(Location), []), ...nextPage })

const REFUSED =
  'Google didn’t let us list the locations of this group. Ask its owner to make you a manager, then open this list again.'

/**
 * Lists the locations of every account that the user manages: their own and those of location groups.
 * @throws {NetworkError} if Google lists no location at all
 */
export async function listGoogleLocations(options: CallOptions): Promise<Listing<GoogleLocation>> {
  const { business, ...request } = options
  const accounts: v.InferOutput<typeof Accounts>['accounts'] = []
  const url = `${business.accountsUrl}/accounts`
  const pages = googlePages({ ...request, url, schema: Accounts, maxPages: MAX_PAGES })
  for await (const page of pages) accounts.push(...page.accounts)
  return await listGroups(
    accounts.map(account => ({
      name: account.accountName || account.name,
      pages: locationsOf(options, account),
      refusalReason: REFUSED,
    })),
  )
}

async function* locationsOf(
  { business, ...request }: CallOptions,
  account: { name: string; accountName: string },
): AsyncGenerator<GoogleLocation[], void> {
  const pages = googlePages({
    ...request,
    url: `${business.informationUrl}/${account.name}/locations`,
    query: { readMask: READ_MASK, pageSize: PAGE_SIZE },
    schema: Locations,
    maxPages: MAX_PAGES,
  })
  for await (const { locations } of pages) {
    const takesPosts = acceptsPosts(locations)
    yield locations.map(location => ({
      id: `${account.name}/${location.name}`,
      name: location.title,
      address: addressOf(location),
      account: account.accountName,
      ...(!takesPosts(location) && { blocked: TAKES_NO_POSTS }),
    }))
  }
}

/**
 * Returns a predicate for locations that accept posts. Google omits false values, and for some accounts the flag altogether: its
 * absence means no only if another location has it.
 */
function acceptsPosts(locations: Location[]): (location: Location) => boolean {
  const isReported = locations.some(({ metadata }) => metadata?.canOperateLocalPost)
  return ({ metadata }) => metadata?.canOperateLocalPost ?? !isReported
}

const readLocation = (id: string, { business, ...request }: CallOptions): Promise<Location> =>
  googleRequest({
    ...request,
    url: `${business.informationUrl}/${locationNameOf(id)}`,
    query: { readMask: READ_MASK },
    schema: Location,
  })

/** Returns a location's resource name without its account. */
export const locationNameOf = (id: string) => id.slice(id.indexOf('locations/'))

/**
 * Checks that the location has Google's "voice of merchant", without which Google shows no posts.
 * @throws {NetworkError} `permanent`, with a message that tells the owner what to do
 */
export async function requireVoiceOfMerchant(id: string, options: CallOptions): Promise<void> {
  const { metadata } = await readLocation(id, options)
  if (metadata?.hasVoiceOfMerchant) return
  const problem = await readVerification(
    `${options.business.verificationsUrl}/${locationNameOf(id)}`,
    options,
  )
  // Google omits false values, so without the flag, the verification state decides.
  const isRefused = metadata?.hasVoiceOfMerchant === false || problem !== undefined
  if (isRefused && problem !== '') throw new NetworkError('permanent', 'login/voice', problem ?? UNVERIFIED)
}

/** Converts a location to the fields of an account. */
export async function readGoogleLocation(id: string, options: CallOptions): Promise<PublicProfile> {
  const location = await readLocation(id, options)
  return {
    name: location.title,
    username: '',
    picture: '',
    location: addressOf(location),
    phone: location.phoneNumbers?.primaryPhone ?? '',
    followers: null,
    following: null,
    bio: location.profile?.description ?? '',
    link: location.metadata?.mapsUri ?? '',
    email: '',
  }
}

function addressOf({ storefrontAddress: address }: Location): string {
  if (!address) return ''
  const town = [address.locality, address.administrativeArea, address.postalCode].filter(Boolean).join(' ')
  return [...address.addressLines, town].filter(Boolean).join(', ')
}

/** VoiceOfMerchantState of mybusinessverifications v1. Without the voice of merchant, one of the last four fields is set. */
const VoiceOfMerchantState = v.object({
  hasVoiceOfMerchant: v.optional(v.boolean(), false),
  hasBusinessAuthority: v.optional(v.boolean(), false),
  waitForVoiceOfMerchant: v.optional(v.object({})),
  verify: v.optional(v.object({ hasPendingVerification: v.optional(v.boolean(), false) })),
  resolveOwnershipConflict: v.optional(v.object({})),
  complyWithGuidelines: v.optional(v.object({ recommendationReason: v.optional(v.string(), '') })),
})

const UNVERIFIED =
  'Google isn’t showing posts for this location yet. Please open it in Google Business Profile and follow the notice there, then connect again.'

/**
 * Returns why Google blocks posts for a location.
 * @returns a message for the owner; an empty string if nothing is wrong; undefined if unknown
 */
async function readVerification(
  locationUrl: string,
  request: { token: string; now: () => Date; signal?: AbortSignal | undefined },
): Promise<string | undefined> {
  const url = `${locationUrl}/VoiceOfMerchantState`
  const read = googleRequest({ ...request, url, schema: VoiceOfMerchantState })
  // This service must be enabled separately, and publishing would report the same problem.
  const state = await read.catch(undefinedIf(() => true))
  return state && reasonOf(state)
}

function reasonOf(state: v.InferOutput<typeof VoiceOfMerchantState>): string {
  if (state.hasVoiceOfMerchant) return ''
  if (state.verify?.hasPendingVerification)
    return 'Google is still verifying this location. Please finish that in Google Business Profile, then connect again.'
  if (state.verify)
    return 'This location is not verified at Google, so it can’t show posts. Please verify it in Google Business Profile, then connect again.'
  if (state.waitForVoiceOfMerchant)
    return 'Google is reviewing this location. Please connect it again once the review is over.'
  if (state.resolveOwnershipConflict)
    return 'Somebody else owns this location on Google too. Please resolve that in Google Business Profile, then connect again.'
  if (state.complyWithGuidelines)
    return 'Google has suspended this location for not following its guidelines. Please appeal in Google Business Profile, then connect again.'
  return UNVERIFIED
}
