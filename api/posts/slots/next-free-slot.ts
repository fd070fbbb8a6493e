import { type SQL, sql } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { DomainError, invalidField } from '#api/errors.ts'
import type { Domain } from '#shared/businesses/domains.ts'
import { SLOT_MESSAGES } from '#shared/calendar/slots.ts'
import { SCHEDULE_MAX_DAYS, UNCANCELED_STATES } from '#shared/posts/posts.ts'
import { occurrencesOf } from './occurrences.ts'
import { slotsOf, zoneOf } from './slots.ts'

const DAY_MS = 24 * 60 * 60_000
/** Minimum time before a slot, so that the author can undo. */
const MIN_LEAD_MS = 60_000

export type FreeSlot = {
  timeZone: string
  /**
   * SQL expression for the next free slot, in milliseconds; null if all are taken. The statement that claims the slot
   * evaluates it.
   */
  at: SQL<Date>
}

/**
 * Returns the business's next free slot as an expression. The slot is claimed by the insert or update that uses it: two
 * statements that write never overlap, so they never choose the same one.
 * @param except id of a post whose own time counts as free
 * @throws {DomainError} `invalid` if the business has no slots
 */
export async function nextFreeSlot(
  ctx: UserContext,
  domain: Domain,
  { timeZone: callers, except = '' }: { timeZone?: string | undefined; except?: string },
): Promise<FreeSlot> {
  const now = +ctx.now()
  const timeZone = zoneOf(domain, callers)
  const times = occurrencesOf(
    await slotsOf(ctx, domain),
    timeZone,
    new Date(now + MIN_LEAD_MS),
    new Date(now + SCHEDULE_MAX_DAYS * DAY_MS),
  )
  if (times.length === 0) throw invalidField('slot', SLOT_MESSAGES.none)
  const candidates = JSON.stringify(times.map(Number))
  return {
    timeZone,
    at: sql`(
      select slot.value from json_each(${candidates}) as slot where not exists (
        select 1 from deliveries as taken
        where taken.domain_id = ${domain._id} and taken.state in ${UNCANCELED_STATES} and taken.publish_at = slot.value
          and taken.post_id <> ${except}
      ) order by slot.key limit 1
    )`,
  }
}

/** @throws {DomainError} `conflict` if no slot is free any more */
export async function requireFree({ db }: UserContext, { at }: FreeSlot): Promise<void> {
  const [row] = await db.all<{ at: number | null }>(sql`select ${at} as at`)
  if (row?.at === null) throw new DomainError('conflict', SLOT_MESSAGES.allTaken)
}
