import { and, asc, eq, gte, lt, ne, sql } from 'drizzle-orm'

import { isAllowedIn, requireReadRole, roleRead } from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import { requireActiveDomain, timeZoneIfUnset } from '#api/businesses/domains.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { field, fromRows, insertMany } from '#api/db/insert-many.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { slots } from '#api/db/schema/posts/slots.ts'
import { DomainError, invalidField } from '#api/errors.ts'
import type { Domain } from '#shared/businesses/domains.ts'
import { CALENDAR_MAX_DAYS, CALENDAR_MESSAGES } from '#shared/calendar/calendar.ts'
import type { SaveSlots, Slot, UpcomingQuery, UpcomingSlot } from '#shared/calendar/slots.ts'
import { occurrencesOf } from './occurrences.ts'

const DAY_MS = 24 * 60 * 60_000

/** Returns the weekly slots of the request's business, Monday's first. */
export async function listSlots(ctx: UserContext): Promise<Slot[]> {
  const domain = await requireActiveDomain(ctx)
  return domain ? await slotsOf(ctx, domain) : []
}

/** Replaces the slots of the request's business. Unchanged slots keep their ids. @throws {DomainError} `not_found`, `forbidden` */
export async function saveSlots(ctx: UserContext, input: SaveSlots): Promise<Slot[]> {
  const domain = await requireActiveDomain(ctx, 'configure')
  if (!domain) throw new DomainError('not_found', 'Please add your business first.')
  const { db } = ctx
  const isOwn = and(eq(domains.id, domain._id), isAllowedIn(ctx, domains.id, 'configure'))
  const rows = input.slots.map(slot => ({ ...slot, id: crypto.randomUUID() }))
  const isKept = sql`exists (select 1 ${fromRows(rows)} where ${field('weekday')} = ${slots.weekday} and ${field('time')} = ${slots.time})`
  const record = { id: Bun.randomUUIDv7(), domainId: domain._id, act: 'business.slots' } as const
  const [role] = await db.batch([
    roleRead(ctx, domain._id),
    db
      .delete(slots)
      .where(
        and(eq(slots.domainId, db.select({ id: domains.id }).from(domains).where(isOwn)), sql`not ${isKept}`),
      ),
    recordActivity(ctx, record),
    insertMany(
      db,
      slots,
      { id: field('id'), domainId: sql`${domains.id}`, weekday: field('weekday'), time: field('time') },
      sql`${fromRows(rows)} join ${domains} on ${isOwn} where true`,
    ).onConflictDoNothing(),
    recordActivity(ctx, record),
    ...(input.timeZone ? [timeZoneIfUnset(ctx, domain._id, input.timeZone)] : []),
  ])
  requireReadRole(role, 'configure')
  return await slotsOf(ctx, domain)
}

/** Returns the slots of the request's business in a window of time, each with the post that goes out then. */
export async function upcomingSlots(
  ctx: UserContext,
  { from, to, timeZone }: UpcomingQuery,
): Promise<UpcomingSlot[]> {
  const [start, end] = [new Date(from), new Date(to)]
  if (+end - +start > CALENDAR_MAX_DAYS * DAY_MS) throw invalidField('to', CALENDAR_MESSAGES.tooLong)
  const domain = await requireActiveDomain(ctx)
  if (!domain) return []
  const [weekly, taken] = await Promise.all([slotsOf(ctx, domain), takenTimes(ctx, domain._id, start, end)])
  return occurrencesOf(weekly, zoneOf(domain, timeZone), start, end).map(at => ({
    at: at.toISOString(),
    postId: taken.get(+at) ?? null,
  }))
}

/** Returns the business's time zone, or the caller's until it has one. */
export const zoneOf = ({ timeZone }: Domain, callers: string | undefined) => timeZone ?? callers ?? 'UTC'

export const slotsOf = (ctx: Inside<UserContext>, { _id }: Domain): Promise<Slot[]> =>
  ctx.db
    .select({ _id: slots.id, weekday: slots.weekday, time: slots.time })
    .from(slots)
    .innerJoin(domains, eq(domains.id, slots.domainId))
    .where(and(eq(domains.id, _id), isAllowedIn(ctx, domains.id)))
    .orderBy(asc(slots.weekday), asc(slots.time))

async function takenTimes(ctx: UserContext, domainId: string, from: Date, to: Date) {
  const rows = await ctx.db
    .select({ at: deliveries.publishAt, postId: deliveries.postId })
    .from(deliveries)
    .where(
      and(
        isAllowedIn(ctx, deliveries.domainId),
        eq(deliveries.domainId, domainId),
        ne(deliveries.state, 'canceled'),
        gte(deliveries.publishAt, from),
        lt(deliveries.publishAt, to),
      ),
    )
  return new Map(rows.map(({ at, postId }) => [+at, postId]))
}
