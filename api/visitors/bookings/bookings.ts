import { and, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

import type { Context, Inside, RequestContext } from '#api/context.ts'
import { bookings } from '#api/db/schema/businesses/bookings.ts'
import { requests, type SupportContent } from '#api/db/schema/businesses/requests.ts'
import { write } from '#api/db/write.ts'
import { limitAddress, limitEmail, LIMITS } from '#api/http/limits/limits.ts'
import type { Mail } from '#api/mail/mail.ts'
import { callMail, type CallNews } from '#api/mail/templates.ts'
import { queueMail } from '#api/outbox/mail.ts'
import { hashToken, keyedToken } from '#api/runtime/crypto/secrets.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { addRequest, reviseRequest } from '#api/visitors/requests/requests.ts'
import {
  BOOKED_CALL,
  BOOKING_MESSAGES,
  type Booking,
  type BookCall,
  CANCELLED_CALL,
  type MoveCall,
} from '#shared/bookings.ts'
import { brand } from '#shared/brand.ts'
import { calls } from '#shared/calls.ts'
import { DAY_MS } from '#shared/durations.ts'
import { HONEYPOT } from '#shared/requests/honeypot.ts'
import { readFreeSlots, CALL_MS } from './slots.ts'

type Booked = Row & { content: SupportContent }

/** Derives the token of a booking's link, so that later mails have it too (docs/decisions/056). */
const tokenOf = ({ config }: Pick<Context, 'config'>, id: string) =>
  keyedToken(config.appSecret, 'booking link', id)

/** Returns the time of the reminder: a day before the call, or null if the call is booked later than that. */
const reminderOf = (startsAt: Date, now: Date) => {
  const at = new Date(+startsAt - DAY_MS)
  return at > now ? at : null
}

/**
 * Books a call: the agency gets a request, and the visitor a confirmation. The same form with the same idempotency key is one
 * booking.
 * @returns the token of the private link; undefined for a bot
 * @throws {DomainError} `conflict` if the time isn't free any more, `rate_limited`
 */
export async function bookCall(
  ctx: RequestContext,
  form: BookCall,
  key?: string,
): Promise<string | undefined> {
  await limitAddress(ctx, LIMITS.bookingAddress)
  const { [HONEYPOT.name]: honeypot, startsAt: wanted, timeZone, ...sent } = form
  if (honeypot) return undefined
  await limitEmail(ctx, LIMITS.bookingEmail, form.email)
  const startsAt = new Date(wanted)
  const content = {
    ...sent,
    company: '',
    service: BOOKED_CALL.value,
    preferredAt: startsAt.toISOString(),
  }
  const id = crypto.randomUUID()
  return write(ctx, async ctx => {
    const { requestId, isNew } = await addRequest(ctx, { kind: 'support', content, key })
    if (!isNew) {
      const [known] = await ctx.db.select().from(bookings).where(eq(bookings.requestId, requestId))
      return known && tokenOf(ctx, known.id)
    }
    await requireFree(ctx, startsAt)
    const now = ctx.now()
    const token = tokenOf(ctx, id)
    const row = {
      id,
      requestId,
      startsAt,
      timeZone,
      tokenHash: hashToken(token),
      sequence: 0,
      remindAt: reminderOf(startsAt, now),
      createdAt: now,
    }
    await ctx.db.insert(bookings).values(row)
    await notifyVisitor(ctx, { ...row, content }, 'booked', startsAt)
    return token
  })
}

export async function readBooking(ctx: RequestContext, token: string): Promise<Booking> {
  const { startsAt, content } = await findBooking(ctx, token)
  return {
    startsAt: startsAt?.toISOString() ?? null,
    isPast: startsAt !== null && startsAt <= ctx.now(),
    timeZone: calls.timeZone,
    minutes: calls.minutes,
    caller: content.caller ?? '',
    contact: content.contact,
  }
}

/** @throws {DomainError} `conflict` if the time isn't free or the call is over, `not_found` */
export async function moveBooking(ctx: RequestContext, token: string, { startsAt }: MoveCall): Promise<void> {
  const { content } = await findBooking(ctx, token)
  await limitEmail(ctx, LIMITS.moveBookingEmail, content.email)
  await write(ctx, async ctx => {
    const booked = await findAhead(ctx, token)
    const at = new Date(startsAt)
    if (+at === +booked.startsAt) return
    await requireFree(ctx, at)
    await change(ctx, booked, 'moved', at)
  })
}

/** Cancels a call. Cancelling it again changes nothing. @throws {DomainError} `conflict` if it is over, `not_found` */
export const cancelBooking = (ctx: RequestContext, token: string): Promise<void> =>
  write(ctx, async ctx => {
    const booked = await findBooking(ctx, token)
    if (booked.startsAt !== null) await change(ctx, await findAhead(ctx, token), 'cancelled', null)
  })

/** Returns a call as a file for calendar programs. @throws {DomainError} `not_found`, `conflict` */
export async function calendarFile(ctx: RequestContext, token: string): Promise<string> {
  const booked = await findAhead(ctx, token)
  return inviteOf(ctx, booked, visit(ctx, booked, false)).content
}

/** Mails the due reminders. Each is queued once, in the transaction that records it. */
export async function remindOfCalls(ctx: Context): Promise<void> {
  const due = await selectBookings(ctx).where(lte(bookings.remindAt, ctx.now()))
  for (const { booking, request } of due)
    await write(ctx, async ctx => {
      const isDue = and(eq(bookings.id, booking.id), lte(bookings.remindAt, ctx.now()))
      const [row] = await ctx.db.update(bookings).set({ remindAt: null }).where(isDue).returning()
      if (!row?.startsAt || row.startsAt <= ctx.now() || request.deletedAt) return
      await notifyVisitor(ctx, { ...row, content: request.content as SupportContent }, 'soon', row.startsAt)
    })
}

const selectBookings = ({ db }: Pick<Inside<Context>, 'db'>) =>
  db
    .select({ booking: bookings, request: requests })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))

async function findBooking(ctx: Inside<RequestContext>, token: string): Promise<Booked> {
  const [found] = await selectBookings(ctx).where(
    and(eq(bookings.tokenHash, hashToken(token)), isNull(requests.deletedAt)),
  )
  if (!found) throw new DomainError('not_found', BOOKING_MESSAGES.unknown)
  return { ...found.booking, content: found.request.content as SupportContent }
}

/** Finds a call that hasn't begun and isn't cancelled. */
async function findAhead(ctx: Inside<RequestContext>, token: string): Promise<Booked & { startsAt: Date }> {
  const booked = await findBooking(ctx, token)
  const { startsAt } = booked
  if (startsAt === null || startsAt <= ctx.now()) throw new DomainError('conflict', BOOKING_MESSAGES.over)
  return { ...booked, startsAt }
}

/**
 * Requires a free time. Deleting a call's request frees its time; if the request is restored, the call stays cancelled.
 * @throws {DomainError} `conflict` if the time isn't free
 */
async function requireFree(ctx: Inside<Context>, startsAt: Date): Promise<void> {
  const { slots } = await readFreeSlots(ctx)
  if (!slots.includes(startsAt.toISOString()))
    throw new DomainError('conflict', BOOKING_MESSAGES.taken, {
      fields: { startsAt: BOOKING_MESSAGES.taken },
    })
  const [left] = await selectBookings(ctx).where(
    and(eq(bookings.startsAt, startsAt), isNotNull(requests.deletedAt)),
  )
  if (left)
    await ctx.db
      .update(bookings)
      .set({ startsAt: null, remindAt: null })
      .where(eq(bookings.id, left.booking.id))
}

async function change(
  ctx: Inside<Context>,
  booked: Booked & { startsAt: Date },
  news: 'moved' | 'cancelled',
  startsAt: Date | null,
): Promise<void> {
  const set = {
    startsAt,
    sequence: booked.sequence + 1,
    remindAt: startsAt && reminderOf(startsAt, ctx.now()),
  }
  await ctx.db.update(bookings).set(set).where(eq(bookings.id, booked.id))
  const content = {
    ...booked.content,
    ...(startsAt ? { preferredAt: startsAt.toISOString() } : { service: CANCELLED_CALL.value }),
  }
  await reviseRequest(ctx, booked.requestId, content, `has ${news} a call`)
  await notifyVisitor(ctx, { ...booked, ...set }, news, startsAt ?? booked.startsAt)
}

const visit = (ctx: Pick<Context, 'config'>, { id, content }: Booked, isCancelled: boolean) => ({
  visitor: content,
  url: `${ctx.config.siteUrl}/call/${tokenOf(ctx, id)}`,
  isCancelled,
})

async function notifyVisitor(ctx: Inside<Context>, booked: Booked, news: CallNews, startsAt: Date) {
  const about = visit(ctx, booked, news === 'cancelled')
  const { id, sequence, timeZone, content } = booked
  const calendar = inviteOf(ctx, { id, sequence, startsAt }, about)
  const mail: Mail = {
    ...callMail({
      to: content.email,
      news,
      startsAt,
      timeZone,
      url: about.url,
      caller: content.caller ?? '',
      contact: content.contact,
      message: content.message,
    }),
    ...(news !== 'soon' && { calendar }),
  }
  await queueMail(ctx, { id: `call:${id}:${sequence}:${news}`, mail })
}

type Row = typeof bookings.$inferSelect
type Call = Pick<Row, 'id' | 'sequence'> & { startsAt: Date }
/**
 * Returns a call as an iCalendar (RFC 5545), with times in UTC: the program that shows it knows when clocks change. A later
 * version replaces an earlier one.
 */
function inviteOf(
  { config, now }: Inside<Context>,
  { id, startsAt, sequence }: Call,
  { visitor, url, isCancelled }: { visitor: { email: string }; url: string; isCancelled: boolean },
) {
  const method = isCancelled ? ('CANCEL' as const) : ('REQUEST' as const)
  const calendar = ical({
    prodId: { company: brand.siteName, product: 'calls', language: 'EN' },
    method: ICalCalendarMethod[method],
  })
  calendar.createEvent({
    id: `call-${id}@${new URL(config.publicUrl).hostname}`,
    sequence,
    stamp: now(),
    start: startsAt,
    end: new Date(+startsAt + CALL_MS),
    summary: `Call with ${brand.siteName}`,
    description: `Move or cancel it: ${url}`,
    url,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: brand.siteName, email: brand.email },
    attendees: [{ email: visitor.email }],
  })
  return { method, content: `${calendar.toString()}\r\n` }
}
