import * as v from 'valibot'

import type { Config } from '#api/config.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import type { PublicProfile } from '#shared/accounts.ts'
import { googleRequest } from './request.ts'
import { readVerification, UNVERIFIED } from './verification.ts'

/** `id` is `accounts/1/locations/2`: posts need the account, which a location's own name lacks. */
export type GoogleLocation = { id: string; name: string; address: string; account: string }

type CallOptions = {
  business: Config['google']['business']
  token: string
  now: () => Date
  signal: AbortSignal | undefined
}

const PAGE_SIZE = 100
/** Guards against a provider that repeats pages endlessly. */
const MAX_PAGES = 50
const READ_MASK = 'name,title,storefrontAddress,websiteUri,metadata,profile'

const text = v.optional(v.string(), '')
const nextPage = { nextPageToken: text }
const Accounts = v.object({
  accounts: v.optional(v.array(v.object({ name: v.string(), accountName: text })), []),
  ...nextPage,
})
const Location = v.object({
  name: v.string(),
  title: text,
  storefrontAddress: v.optional(
    v.object({
      addressLines: v.optional(v.array(v.string()), []),
      locality: text,
      administrativeArea: text,
      postalCode: text,
    }),
  ),
  metadata: v.optional(v.object({ mapsUri: text, hasVoiceOfMerchant: v.optional(v.boolean()) })),
  profile: v.optional(v.object({ description: text })),
})
type Location = v.InferOutput<typeof Location>
const Locations = v.object({ locations: v.optional(v.array(Location), []), ...nextPage })

/** Lists the locations of every account that the user manages. */
export async function listGoogleLocations(options: CallOptions): Promise<GoogleLocation[]> {
  const accounts = await everyPage(
    options,
    `${options.business.accountsUrl}/accounts`,
    {},
    Accounts,
    page => page.accounts,
  )
  const found: GoogleLocation[] = []
  for (const account of accounts) {
    const url = `${options.business.informationUrl}/${account.name}/locations`
    const locations = await everyPage(
      options,
      url,
      { readMask: READ_MASK, pageSize: PAGE_SIZE },
      Locations,
      page => page.locations,
    )
    found.push(
      ...locations.map(location => ({
        id: `${account.name}/${location.name}`,
        name: location.title,
        address: addressOf(location),
        account: account.accountName,
      })),
    )
  }
  return found
}

async function readLocation(id: string, { business, token, now, signal }: CallOptions): Promise<Location> {
  return await googleRequest({
    url: `${business.informationUrl}/${nameOf(id)}`,
    query: { readMask: READ_MASK },
    token,
    schema: Location,
    now,
    signal,
  })
}

/** Returns a location's resource name without its account. */
const nameOf = (id: string) => id.slice(id.indexOf('locations/'))

/**
 * Checks that the location has Google's "voice of merchant", without which Google shows no posts.
 * @throws {NetworkError} `permanent`, with a message that tells the owner what to do
 */
export async function requireVoiceOfMerchant(id: string, options: CallOptions): Promise<void> {
  const { metadata } = await readLocation(id, options)
  if (metadata?.hasVoiceOfMerchant) return
  const problem = await readVerification(`${options.business.verificationsUrl}/${nameOf(id)}`, options)
  // Google omits false values: without the flag, only the verification state counts as a no.
  const isRefused = metadata?.hasVoiceOfMerchant === false || problem !== undefined
  if (isRefused && problem !== '') throw new NetworkError('permanent', 'login/voice', problem ?? UNVERIFIED)
}

/** Converts a location to the fields of an account. */
export async function readGoogleLocation(
  id: string,
  { business, token, now, signal }: CallOptions,
): Promise<PublicProfile> {
  const location = await readLocation(id, { business, token, now, signal })
  return {
    name: location.title,
    username: '',
    picture: '',
    location: addressOf(location),
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

async function everyPage<Page extends v.GenericSchema<unknown, { nextPageToken: string }>, Item>(
  { token, now, signal }: CallOptions,
  url: string,
  query: Record<string, string | number>,
  schema: Page,
  itemsOf: (page: v.InferOutput<Page>) => Item[],
): Promise<Item[]> {
  const items: Item[] = []
  let pageToken: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const response = await googleRequest({ url, query: { ...query, pageToken }, token, schema, now, signal })
    items.push(...itemsOf(response))
    pageToken = response.nextPageToken || undefined
    if (!pageToken) break
  }
  return items
}
