import { requireActiveDomain } from '#api/businesses/domains.ts'
import type { UserContext } from '#api/context.ts'
import { readPostingRate } from '#api/insights/best-time.ts'
import {
  MIN_POSTS_PER_PROPOSAL,
  MAX_PROPOSED_SLOTS,
  type ProposedQuery,
  type ProposedSlot,
} from '#shared/calendar/slots.ts'
import type { PostingSlot } from '#shared/insights.ts'
import { zoneOf } from './slots.ts'

/** Waking hours. Times outside them are never proposed, even if a post at night performed well. */
const FIRST_HOUR = 6
const LAST_HOUR = 21

/** Five posts a week. One is on Wednesday at 3 pm, as the posting tip recommends; the others are before work and at lunch. */
const ADVICE: readonly ProposedSlot[] = [
  { weekday: 3, time: '15:00', basis: 'advice' },
  { weekday: 2, time: '09:00', basis: 'advice' },
  { weekday: 4, time: '12:00', basis: 'advice' },
  { weekday: 1, time: '12:00', basis: 'advice' },
  { weekday: 5, time: '09:00', basis: 'advice' },
  { weekday: 6, time: '10:00', basis: 'advice' },
  { weekday: 7, time: '10:00', basis: 'advice' },
]

/** Proposes the times at which the business's posts performed best, and general advice for the other days. */
export async function proposedSlots(ctx: UserContext, query: ProposedQuery): Promise<ProposedSlot[]> {
  const domain = await requireActiveDomain(ctx)
  if (!domain) return ADVICE.slice(0, MAX_PROPOSED_SLOTS)
  const timeZone = zoneOf(domain, query.timeZone)
  const { slots } = await readPostingRate(ctx, { domainId: domain._id, timeZone })
  const measured = slots.filter(isWorthProposing).toSorted((a, b) => b.score - a.score)
  const proposed = measured.slice(0, MAX_PROPOSED_SLOTS).map(toProposed)
  const advised = ADVICE.filter(({ weekday }) => !proposed.some(slot => slot.weekday === weekday))
  return [...proposed, ...advised]
    .slice(0, MAX_PROPOSED_SLOTS)
    .toSorted((a, b) => a.weekday - b.weekday || a.time.localeCompare(b.time))
}

const isWorthProposing = ({ posts, score, hour }: PostingSlot) =>
  posts >= MIN_POSTS_PER_PROPOSAL && score > 1 && hour >= FIRST_HOUR && hour <= LAST_HOUR

/** Insights count Sunday as 0, slots as 7. */
const toProposed = ({ weekday, hour, posts }: PostingSlot): ProposedSlot => ({
  weekday: weekday || 7,
  time: `${String(hour).padStart(2, '0')}:00`,
  basis: 'insights',
  posts,
})
