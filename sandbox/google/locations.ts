import type { BusinessLocation, Voice } from '../world/entities/google.ts'
import type { BusinessCall } from './business/call.ts'
import { BusinessError, notFound } from './business/error.ts'
import { pageOf } from './paging.ts'

const MASKABLE = [
  'name',
  'languageCode',
  'storeCode',
  'title',
  'phoneNumbers',
  'categories',
  'storefrontAddress',
  'websiteUri',
  'regularHours',
  'specialHours',
  'serviceArea',
  'labels',
  'latlng',
  'openInfo',
  'metadata',
  'profile',
  'relationshipData',
  'moreHours',
  'serviceItems',
]

/** mybusinessaccountmanagement: lists the accounts that the person manages. */
export function listAccounts({ world, grant, query }: BusinessCall) {
  const accounts = [...world.business.accounts.values()].filter(({ personId }) => personId === grant.personId)
  const { items, next } = pageOf(accounts, query, { defaultSize: 20, max: 20 })
  return {
    accounts: items.map(({ id, name, kind }) => ({
      name: `accounts/${id}`,
      accountName: name,
      type: kind === undefined ? 'PERSONAL' : 'LOCATION_GROUP',
      verificationState: 'UNVERIFIED',
      vettedState: 'NOT_VETTED',
    })),
    ...next,
  }
}

/** mybusinessbusinessinformation: lists an account's locations with the fields of the read mask. */
export function listLocations({ world, grant, ids, query, origin }: BusinessCall) {
  const fields = readMask(query)
  const account = world.business.accounts.get(ids['account'] ?? '')
  if (account?.personId !== grant.personId) throw notFound()
  if (account.kind === 'closed-group') throw new BusinessError(403, 'The caller does not have permission')
  const locations = [...world.business.locations.values()].filter(({ accountId }) => accountId === account.id)
  const { items, next } = pageOf(locations, query, { defaultSize: 10, max: 100 })
  if (items.length === 0) return {}
  return {
    locations: items.map(location => masked(location, fields, origin)),
    ...next,
    totalSize: locations.length,
  }
}

export function readLocation({ world, grant, ids, query, origin }: BusinessCall) {
  const fields = readMask(query)
  const location = world.business.locations.get(ids['location'] ?? '')
  if (!location || world.business.accounts.get(location.accountId)?.personId !== grant.personId)
    throw notFound()
  return masked(location, fields, origin)
}

/** mybusinessverifications: explains why an owner can't post for a location. */
export function readVoice({ world, grant, ids }: BusinessCall) {
  const location = world.business.locations.get(ids['location'] ?? '')
  if (!location || world.business.accounts.get(location.accountId)?.personId !== grant.personId)
    throw notFound()
  const { voice } = location
  const states: Record<Voice, object> = {
    has: { hasVoiceOfMerchant: true, hasBusinessAuthority: true },
    unverified: { verify: {} },
    pending: { verify: { hasPendingVerification: true } },
    waiting: { hasBusinessAuthority: true, waitForVoiceOfMerchant: {} },
    conflict: { resolveOwnershipConflict: {} },
    suspended: {
      hasBusinessAuthority: true,
      complyWithGuidelines: { recommendationReason: 'BUSINESS_LOCATION_SUSPENDED' },
    },
  }
  return states[voice]
}

function readMask(query: Record<string, string>): string[] {
  const fields = (query['readMask'] ?? '').split(',').filter(Boolean)
  if (fields.length === 0) throw invalidMask('read_mask is required')
  const unknown = fields.find(field => !MASKABLE.includes(field.split('.')[0] ?? ''))
  if (unknown) throw invalidMask(`Invalid field mask provided: ${unknown}`)
  return fields.map(field => field.split('.')[0] ?? '')
}

const invalidMask = (description: string) =>
  new BusinessError(400, 'Request contains an invalid argument.', [
    {
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: [{ field: 'read_mask', description }],
    },
  ])

function masked(location: BusinessLocation, fields: string[], origin: string) {
  const { id, title, town } = location
  const whole: Record<string, unknown> = {
    name: `locations/${id}`,
    languageCode: 'en',
    title,
    ...(location.phone && { phoneNumbers: { primaryPhone: location.phone } }),
    storefrontAddress: {
      regionCode: 'AU',
      languageCode: 'en',
      postalCode: '3000',
      administrativeArea: 'VIC',
      locality: town,
      addressLines: ['12 Wattle Street'],
    },
    websiteUri: 'https://example.com/',
    metadata: {
      placeId: `ChIJ${id.slice(0, 8)}`,
      mapsUri: `${origin}/google/maps/${id}`,
      newReviewUri: `${origin}/google/maps/${id}/review`,
      // Google's JSON omits false.
      ...(location.voice === 'has' && { hasVoiceOfMerchant: true }),
      ...(location.takesPosts && { canOperateLocalPost: true }),
    },
    profile: { description: `${title}, serving ${town} since 1998.` },
    openInfo: { status: 'OPEN', canReopen: true },
  }
  return Object.fromEntries(fields.flatMap(field => (field in whole ? [[field, whole[field]]] : [])))
}
