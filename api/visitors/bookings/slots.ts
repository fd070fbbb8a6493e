import { and, between, eq, isNull } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { bookings } from '#api/db/schema/businesses/bookings.ts'
import { requests } from '#api/db/schema/businesses/requests.ts'
import { wallClock } from '#api/runtime/wall-clock.ts'
import { BOOKING_DAYS, type FreeSlots } from '#shared/bookings.ts'
import { calls } from '#shared/calls.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts'

export const CALL_MS = calls.minutes * MINUTE_MS

/** Returns the agency's hours on a day of its calendar, as instants. */
function hoursOn(date: Temporal.PlainDate): { from: number; to: number }[] {
  const { timeZone } = calls
  const instantOf = (time: string) =>
    date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds
  return calls.hours
    .filter(({ weekday }) => weekday === date.dayOfWeek)
    .map(({ from, to }) => ({ from: instantOf(from), to: instantOf(to) }))
}

/** Returns every time of the next weeks at which a call could begin. A call takes real minutes, also when clocks change. */
function openTimes(now: Date): number[] {
  const today = wallClock(calls.timeZone, now).toPlainDate()
  return Array.from({ length: BOOKING_DAYS + 1 }, (_, days) => hoursOn(today.add({ days })))
    .flat()
    .flatMap(({ from, to }) =>
      Array.from({ length: Math.max(0, Math.floor((to - from) / CALL_MS)) }, (_, n) => from + n * CALL_MS),
    )
    .filter(time => time >= +now + calls.noticeHours * HOUR_MS && time <= +now + BOOKING_DAYS * DAY_MS)
}

/** Returns the times that nobody has booked. */
export async function readFreeSlots({ db, now }: Pick<Inside<Context>, 'db' | 'now'>): Promise<FreeSlots> {
  const { timeZone, minutes } = calls
  const open = openTimes(now())
  const [first, last] = [open[0] ?? 0, open.at(-1) ?? 0]
  const rows = await db
    .select({ startsAt: bookings.startsAt })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .where(
      and(
        between(bookings.startsAt, new Date(first - CALL_MS), new Date(last + CALL_MS)),
        isNull(requests.deletedAt),
      ),
    )
  // After the agency has changed its hours, an earlier booking may overlap several of the new times.
  const isFree = (time: number) => rows.every(({ startsAt }) => Math.abs(Number(startsAt) - time) >= CALL_MS)
  return { timeZone, minutes, slots: open.filter(isFree).map(time => new Date(time).toISOString()) }
}
