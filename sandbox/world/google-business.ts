import type {
  BusinessLocation,
  DailyMetric,
  GoogleBusiness,
  LocalPost,
  Presence,
  Review,
} from './entities/google.ts'
import type { World } from './world.ts'

export const noBusiness = (): GoogleBusiness => ({
  grants: [],
  codes: new Map(),
  tokens: new Map(),
  accounts: new Map(),
  locations: new Map(),
  localPosts: new Map(),
  calls: new Map(),
})

export const reviewsOf = ({ business }: World): Map<string, Review> => (business.reviews ??= new Map())

export const DAILY_METRICS: readonly DailyMetric[] = [
  'BUSINESS_IMPRESSIONS_DESKTOP_MAPS',
  'BUSINESS_IMPRESSIONS_DESKTOP_SEARCH',
  'BUSINESS_IMPRESSIONS_MOBILE_MAPS',
  'BUSINESS_IMPRESSIONS_MOBILE_SEARCH',
  'BUSINESS_CONVERSATIONS',
  'BUSINESS_DIRECTION_REQUESTS',
  'CALL_CLICKS',
  'WEBSITE_CLICKS',
  'BUSINESS_BOOKINGS',
  'BUSINESS_FOOD_ORDERS',
  'BUSINESS_FOOD_MENU_CLICKS',
]

/** Returns what people saw and did at a location, which a control call may change. */
export function presenceOf({ business }: World, locationId: string): Presence {
  const presences = (business.presences ??= new Map())
  const known = presences.get(locationId) ?? { days: new Map(), keywords: new Map() }
  presences.set(locationId, known)
  return known
}

export const POST_CHECKED_MS = 500

export function localPostState(world: World, post: LocalPost) {
  const { fate, createdAt } = post
  if (fate === 'stuck' || world.now().getTime() - createdAt.getTime() < POST_CHECKED_MS) return 'PROCESSING'
  if (fate === 'rejected') return 'REJECTED'
  return isRecurring(world, post) ? 'RECURRING' : 'LIVE'
}

/** True while Google repeats the post. */
function isRecurring(world: World, { event }: LocalPost): boolean {
  if (!event?.recurrenceInfo || event.recurringInstanceTime) return false
  const end = Date.parse(event.recurrenceInfo.seriesEndTime ?? '')
  return !(end <= world.now().getTime())
}

export const locationName = ({ accountId, id }: BusinessLocation) => `accounts/${accountId}/locations/${id}`

export const localPostName = ({ accountId, locationId, id }: LocalPost) =>
  `accounts/${accountId}/locations/${locationId}/localPosts/${id}`

/** Counts a call. Returns false if there are now more than `max` within a minute. */
export function countWithinLimit(world: World, key: string, max: number): boolean {
  const now = world.now().getTime()
  const calls = (world.business.calls.get(key) ?? []).filter(at => now - at < 60_000)
  world.business.calls.set(key, calls)
  if (calls.length >= max) return false
  calls.push(now)
  return true
}
