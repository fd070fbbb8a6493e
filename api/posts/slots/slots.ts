import {
  and,
  asc,
  eq,
  gte,
  inArray,
  isNull,
  lt,
  notExists,
  type SQL,
  sql,
  type SQLWrapper,
} from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import { requireActiveDomain, requireBusiness, setTimeZone } from '#api/businesses/domains.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { drafts } from '#api/db/schema/posts/drafts.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { slots } from '#api/db/schema/posts/slots.ts'
import { write } from '#api/db/write.ts'
import { readPostingRate } from '#api/insights/best-time.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { dayIn, wallClock } from '#api/runtime/wall-clock.ts'
import type { Domain } from '#shared/businesses/domains.ts'
import { CALENDAR_MAX_DAYS, CALENDAR_MESSAGES } from '#shared/calendar/calendar.ts'
import {
  type SaveSlots,
  type Slot,
  SLOT_MESSAGES,
  type SlotTime,
  type UpcomingQuery,
  type UpcomingSlot,
  MIN_POSTS_PER_PROPOSAL,
  MAX_PROPOSED_SLOTS,
  type ProposedQuery,
  type ProposedSlot,
} from '#shared/calendar/slots.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { PostingSlot } from '#shared/insights.ts'
import { SCHEDULE_MAX_DAYS, UNCANCELED_STATES } from '#shared/posts/posts.ts'

/** Minimum time before a slot, so that the author can undo. */
const MIN_LEAD_MS = 60_000
/** Most posts find a slot within a month, so the occurrences of a whole year aren't computed. */
const STEP_MS = 30 * DAY_MS

/** Returns the weekly slots of the request's business, Monday's first. */
export async function listSlots(ctx: UserContext): Promise<Slot[]> {
  const domain = await requireActiveDomain(ctx)
  return domain ? await readSlots(ctx, domain) : []
}

/**
 * Replaces the slots of the request's business. Unchanged slots keep their ids.
 * @throws {DomainError} `not_found`, `forbidden`
 */
export const saveSlots = (ctx: UserContext, { slots: chosen, timeZone }: SaveSlots): Promise<Slot[]> =>
  write(ctx, async ctx => {
    const domain = await requireBusiness(ctx, 'configure')
    const domainId = domain._id
    const before = new Map((await readSlots(ctx, domain)).map(slot => [keyOf(slot), slot]))
    const after = new Map(chosen.map(slot => [keyOf(slot), slot]))
    const removed = [...before].flatMap(([key, { _id }]) => (after.has(key) ? [] : _id))
    const added = [...after].flatMap(([key, slot]) =>
      before.has(key) ? [] : { ...slot, id: crypto.randomUUID(), domainId },
    )
    await ctx.db.delete(slots).where(inArray(slots.id, removed))
    if (added.length > 0) await ctx.db.insert(slots).values(added)
    if (removed.length + added.length > 0) await recordActivity(ctx, { domainId, act: 'business.slots' })
    if (timeZone && domain.timeZone === null) await setTimeZone(ctx, domainId, timeZone)
    return readSlots(ctx, domain)
  })

const keyOf = ({ weekday, time }: SlotTime) => `${weekday} ${time}`

/** Returns the slots of the request's business in a window of time, each with the post or the draft that takes it. */
export async function listUpcomingSlots(
  ctx: UserContext,
  { from, to, timeZone, draftId }: UpcomingQuery,
): Promise<UpcomingSlot[]> {
  const [start, end] = [new Date(from), new Date(to)]
  if (+end - +start > CALENDAR_MAX_DAYS * DAY_MS) throw invalidField('to', CALENDAR_MESSAGES.tooLong)
  const domain = await requireActiveDomain(ctx)
  if (!domain) return []
  const [weekly, taken] = await Promise.all([
    readSlots(ctx, domain),
    readTakenTimes(ctx, { ...onlyIn(domain), from: start, to: end, except: [draftId] }),
  ])
  return occurrencesOf(weekly, timeZoneOf(domain, timeZone), start, end).map(at => ({
    at: at.toISOString(),
    postId: null,
    draftId: null,
    ...taken.get(timeKey(domain._id, +at)),
  }))
}

/**
 * Returns the weekly slots of all the caller's businesses, and the day of each free one until `to`, in the zone of its business.
 * @param timeZone zone of businesses that have none
 */
export async function readAllSlots(
  ctx: UserContext,
  { to, timeZone }: { to: Date; timeZone: string },
): Promise<{ weekly: SlotTime[]; freeDays: string[] }> {
  const from = new Date(+ctx.now() + MIN_LEAD_MS)
  const isListed = (domainId: SQLWrapper) => isAllowedIn(ctx, domainId)
  const [weekly, taken] = await Promise.all([
    ctx.db
      .select({ domainId: domains.id, zone: domains.timeZone, weekday: slots.weekday, time: slots.time })
      .from(slots)
      .innerJoin(domains, eq(domains.id, slots.domainId))
      .where(isListed(slots.domainId)),
    readTakenTimes(ctx, { isListed, from, to, except: [] }),
  ])
  const freeDays = [...Map.groupBy(weekly, ({ domainId }) => domainId)].flatMap(([id, ofBusiness]) => {
    const zone = ofBusiness[0]?.zone || timeZone
    return occurrencesOf(ofBusiness, zone, from, to)
      .filter(at => !taken.has(timeKey(id, +at)))
      .map(at => dayIn(zone, at))
  })
  return { weekly, freeDays }
}

/** Returns the business's time zone, or the caller's until it has one. */
export const timeZoneOf = ({ timeZone }: Domain, callers: string | undefined) => timeZone ?? callers ?? 'UTC'

const readSlots = (ctx: Inside<UserContext>, { _id }: Domain): Promise<Slot[]> =>
  ctx.db
    .select({ _id: slots.id, weekday: slots.weekday, time: slots.time })
    .from(slots)
    .where(and(eq(slots.domainId, _id), isAllowedIn(ctx, slots.domainId)))
    .orderBy(asc(slots.weekday), asc(slots.time))

/**
 * Returns the business's next free slot. Call it inside `write`, so that no other post takes it first.
 * @param except ids of a post and a draft whose own times count as free
 * @throws {DomainError} `invalid` if the business has no slots, `conflict` if all are taken
 */
export async function nextFreeSlot(
  ctx: Inside<UserContext>,
  domain: Domain,
  { timeZone: callers, except = [] }: { timeZone?: string | undefined; except?: Except },
): Promise<{ at: Date; timeZone: string }> {
  const timeZone = timeZoneOf(domain, callers)
  const end = +ctx.now() + SCHEDULE_MAX_DAYS * DAY_MS
  const [weekly, taken] = await Promise.all([
    readSlots(ctx, domain),
    readTakenTimes(ctx, { ...onlyIn(domain), from: ctx.now(), to: new Date(end), except }),
  ])
  if (weekly.length === 0) throw invalidField('slot', SLOT_MESSAGES.none)
  for (let from = +ctx.now() + MIN_LEAD_MS; from < end; from += STEP_MS) {
    const to = new Date(Math.min(from + STEP_MS, end))
    const at = occurrencesOf(weekly, timeZone, new Date(from), to).find(
      time => !taken.has(timeKey(domain._id, +time)),
    )
    if (at) return { at, timeZone }
  }
  throw new DomainError('conflict', SLOT_MESSAGES.allTaken)
}

/** Ids of posts and drafts that take no slot. */
type Except = readonly (string | undefined)[]
type TimesQuery = {
  /** SQL condition on the column with a business's id. */
  isListed: (domainId: SQLWrapper) => SQL
  from: Date
  to: Date
  except: Except
}

const onlyIn = ({ _id }: Domain) => ({ isListed: (domainId: SQLWrapper) => eq(domainId, _id) })
const timeKey = (domainId: string | null, at: number) => `${domainId} ${at}`

/**
 * Returns the taken times in a window by their `timeKey`, each with the post that is due then or the draft that proposes it. Every
 * screen uses this rule for taken slots.
 */
async function readTakenTimes(
  ctx: Inside<UserContext>,
  { isListed, from, to, except }: TimesQuery,
): Promise<Map<string, { postId: string } | { draftId: string }>> {
  const [planned, proposed] = await Promise.all([
    readPlannedTimes(ctx, { isListed, from, to }),
    readProposedTimes(ctx, { isListed }),
  ])
  const taken = new Map<string, { postId: string } | { draftId: string }>()
  for (const { domainId, at, draftId } of proposed)
    if (!except.includes(draftId)) taken.set(timeKey(domainId, Date.parse(at)), { draftId })
  for (const { domainId, at, postId } of planned)
    if (!except.includes(postId)) taken.set(timeKey(domainId, +at), { postId })
  return taken
}

/**
 * Returns the times that drafts propose. Leaves out drafts that take the next free slot, and those that have become posts under
 * the same id.
 */
const readProposedTimes = ({ db }: Inside<UserContext>, { isListed }: Pick<TimesQuery, 'isListed'>) =>
  db
    .select({
      domainId: drafts.domainId,
      draftId: drafts.id,
      at: sql<string>`${drafts.content} ->> '$.publishAt'`,
    })
    .from(drafts)
    .where(
      and(
        isListed(drafts.domainId),
        isNull(drafts.deletedAt),
        notExists(db.select({ id: posts.id }).from(posts).where(eq(posts.id, drafts.id))),
        sql`${drafts.content} ->> '$.isScheduled'`,
        sql`${drafts.content} ->> '$.publishAt' is not null`,
        sql`${drafts.content} ->> '$.slot' is not true`,
      ),
    )

/** Returns the time and the post of each planned delivery in a window of time. */
const readPlannedTimes = ({ db }: Inside<UserContext>, { isListed, from, to }: Omit<TimesQuery, 'except'>) =>
  db
    .select({ domainId: deliveries.domainId, at: deliveries.publishAt, postId: deliveries.postId })
    .from(deliveries)
    .where(
      and(
        isListed(deliveries.domainId),
        inArray(deliveries.state, UNCANCELED_STATES),
        gte(deliveries.publishAt, from),
        lt(deliveries.publishAt, to),
      ),
    )

/**
 * Returns the instants of weekly slots from `from` to `to` (exclusive), soonest first. A local time that is skipped when the
 * clocks go forward moves forward by the same amount. Of a local time that occurs twice, only the first occurrence counts.
 */
export function occurrencesOf(slots: readonly SlotTime[], timeZone: string, from: Date, to: Date): Date[] {
  const byWeekday = Map.groupBy(slots, ({ weekday }) => weekday)
  const times = new Set<number>()
  // Starts a day earlier, because a skipped time may move past midnight.
  const last = wallClock(timeZone, to).toPlainDate()
  for (
    let day = wallClock(timeZone, from).toPlainDate().subtract({ days: 1 });
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  )
    for (const { time } of byWeekday.get(day.dayOfWeek) ?? []) {
      const at = day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds
      if (at >= +from && at < +to) times.add(at)
    }
  return [...times].toSorted((a, b) => a - b).map(time => new Date(time))
}

/** First and last hour that is proposed. Times at night are never proposed, even if a post performed well. */
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
export async function proposeSlots(ctx: UserContext, query: ProposedQuery): Promise<ProposedSlot[]> {
  const domain = await requireActiveDomain(ctx)
  if (!domain) return ADVICE.slice(0, MAX_PROPOSED_SLOTS)
  const timeZone = timeZoneOf(domain, query.timeZone)
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
