import { Hono } from 'hono'

import type { Env } from '#api/context.ts'
import { limitAddress, LIMITS } from '#api/http/limits/limits.ts'
import { describing, noInput, readIdempotencyKey, validate } from '#api/http/route.ts'
import { secretUrl } from '#api/http/secret-url.ts'
import { BookCall, MoveCall } from '#shared/bookings.ts'
import { bookCall, calendarFile, cancelBooking, moveBooking, readBooking } from './bookings.ts'
import { readFreeSlots } from './slots.ts'

const describe = describing('Calls')
const isSecret = secretUrl(LIMITS.readBookingAddress)

export const bookingRoutes = new Hono<Env>()
  .get(
    '/slots',
    describe('List the free times for a call of the next three weeks', {
      signedIn: false,
      data: '`slots` (instants), `minutes` of a call, and the agency’s `timeZone`',
      errors: ['rate_limited'],
    }),
    async c => {
      await limitAddress(c.var.ctx, LIMITS.readBookingAddress)
      return c.json({ success: true, data: await readFreeSlots(c.var.ctx) })
    },
  )
  .post(
    '/',
    describe('Book a call. The visitor gets a confirmation by mail, and a reminder the day before', {
      signedIn: false,
      data: '`token` of the private link `/call/{token}`',
      errors: ['conflict', 'rate_limited'],
    }),
    validate('json', BookCall),
    async c => {
      const key = readIdempotencyKey(c.req.header('Idempotency-Key'))
      const token = await bookCall(c.var.ctx, c.req.valid('json'), key)
      return c.json({ success: true, data: { token: token ?? '' } })
    },
  )
  .get(
    '/:token',
    isSecret,
    describe('Read a booked call', {
      signedIn: false,
      data: '`startsAt` (null once cancelled) `isPast minutes timeZone caller contact`',
      errors: ['not_found', 'rate_limited'],
    }),
    async c => c.json({ success: true, data: await readBooking(c.var.ctx, c.req.param('token')) }),
  )
  .get(
    '/:token/call.ics',
    isSecret,
    describe('Read a booked call as iCalendar', {
      signedIn: false,
      raw: 'text/calendar',
      errors: ['not_found', 'conflict', 'rate_limited'],
    }),
    async c => {
      const body = await calendarFile(c.var.ctx, c.req.param('token'))
      return c.body(body, 200, { 'Content-Type': 'text/calendar; charset=utf-8' })
    },
  )
  .post(
    '/:token/move',
    isSecret,
    describe('Move a booked call to a free time', {
      signedIn: false,
      errors: ['not_found', 'conflict', 'rate_limited'],
    }),
    validate('json', MoveCall),
    async c => {
      await moveBooking(c.var.ctx, c.req.param('token'), c.req.valid('json'))
      return c.json({ success: true, data: await readBooking(c.var.ctx, c.req.param('token')) })
    },
  )
  .post(
    '/:token/cancel',
    isSecret,
    describe('Cancel a booked call', {
      signedIn: false,
      errors: ['not_found', 'conflict', 'rate_limited'],
    }),
    noInput,
    async c => {
      await cancelBooking(c.var.ctx, c.req.param('token'))
      return c.json({ success: true, data: await readBooking(c.var.ctx, c.req.param('token')) })
    },
  )
