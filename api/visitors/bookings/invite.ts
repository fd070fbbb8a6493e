import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

import type { Context, Inside } from '#api/context.ts'
import type { bookings } from '#api/db/schema/businesses/bookings.ts'
import { brand } from '#shared/brand.ts'
import { CALL_MS } from './slots.ts'

export type Row = typeof bookings.$inferSelect
type Call = Pick<Row, 'id' | 'sequence'> & { startsAt: Date }
type Visitor = { email: string }

/**
 * Returns a call as an iCalendar (RFC 5545), with times in UTC: the program that shows it knows when clocks change. A later version
 * replaces an earlier one.
 */
export function inviteOf(
  { config, now }: Inside<Context>,
  { id, startsAt, sequence }: Call,
  { visitor, url, isCancelled }: { visitor: Visitor; url: string; isCancelled: boolean },
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
