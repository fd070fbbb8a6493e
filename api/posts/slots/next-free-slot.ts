import { and, eq, gte, inArray, ne } from 'drizzle-orm'

import type { Inside, UserContext } from '#api/context.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { DomainError, invalidField } from '#api/errors.ts'
import type { Domain } from '#shared/businesses/domains.ts'
import { SLOT_MESSAGES } from '#shared/calendar/slots.ts'
import { SCHEDULE_MAX_DAYS, UNCANCELED_STATES } from '#shared/posts/posts.ts'
import { occurrencesOf } from './occurrences.ts'
import { slotsOf, zoneOf } from './slots.ts'

const DAY_MS = 24 * 60 * 60_000
/** Minimum time before a slot, so that the author can undo. */
const MIN_LEAD_MS = 60_000
/** Most posts find a slot within a month, so the occurrences of a whole year aren't computed. */
const STEP_MS = 30 * DAY_MS

/**
 * Returns the business's next free slot. Behind `write`, no other post can take it before the change that uses it.
 * @param except id of a post whose own time counts as free
 * @throws {DomainError} `invalid` if the business has no slots, `conflict` if all are taken
 */
export async function nextFreeSlot(
  ctx: Inside<UserContext>,
  domain: Domain,
  { timeZone: callers, except = '' }: { timeZone?: string | undefined; except?: string },
): Promise<{ at: Date; timeZone: string }> {
  const timeZone = zoneOf(domain, callers)
  const [weekly, taken] = await Promise.all([slotsOf(ctx, domain), takenBy(ctx, domain, except)])
  if (weekly.length === 0) throw invalidField('slot', SLOT_MESSAGES.none)
  const end = +ctx.now() + SCHEDULE_MAX_DAYS * DAY_MS
  for (let from = +ctx.now() + MIN_LEAD_MS; from < end; from += STEP_MS) {
    const to = new Date(Math.min(from + STEP_MS, end))
    const at = occurrencesOf(weekly, timeZone, new Date(from), to).find(time => !taken.has(+time))
    if (at) return { at, timeZone }
  }
  throw new DomainError('conflict', SLOT_MESSAGES.allTaken)
}

/** Returns the times of the business's other posts, in milliseconds. */
async function takenBy({ db, now }: Inside<UserContext>, { _id }: Domain, except: string) {
  const rows = await db
    .select({ at: deliveries.publishAt })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.domainId, _id),
        inArray(deliveries.state, UNCANCELED_STATES),
        gte(deliveries.publishAt, now()),
        ne(deliveries.postId, except),
      ),
    )
  return new Set(rows.map(({ at }) => +at))
}
