import * as v from 'valibot'

import { HONEYPOT } from './requests/honeypot.ts'
import { emailAddress } from './text/email.ts'
import { phoneNumber } from './text/phone.ts'
import { optionalLine, optionalText, required, requiredLine } from './text/text.ts'
import { TimeZone } from './time-zone.ts'

/** Number of days, from today, in which calls can be booked. */
export const BOOKING_DAYS = 21

/** The subjects of a request with a booked call, in the agency's inbox. */
export const BOOKED_CALL = { value: 'booked-call', label: 'Booked call' } as const
export const CANCELLED_CALL = { value: 'cancelled-call', label: 'Cancelled call' } as const

/** Times that can be booked, as instants (ISO 8601), and the agency's own zone. */
export type FreeSlots = { timeZone: string; minutes: number; slots: string[] }

/** A booked call, as its private link shows it. `startsAt` is null once it is cancelled. */
export type Booking = {
  startsAt: string | null
  isPast: boolean
  timeZone: string
  minutes: number
  /** Name of the colleague who calls; empty for anybody. */
  caller: string
  /** The number that is called. */
  contact: string
}

const Start = v.pipe(required('Please choose a time.', 40), v.isoTimestamp('Please choose a time.'))

export const BookCall = v.object({
  startsAt: Start,
  /** The visitor's time zone. */
  timeZone: v.optional(TimeZone, 'UTC'),
  fullname: requiredLine('Please provide your name.', 100),
  email: emailAddress('Please provide a valid email.'),
  /** Name of the colleague who should call; empty for anybody. */
  caller: optionalLine(60),
  contact: phoneNumber('Please enter the number on which we call you.'),
  message: optionalText(2000),
  [HONEYPOT.name]: optionalText(2000),
})
export type BookCall = v.InferOutput<typeof BookCall>

export const MoveCall = v.object({ startsAt: Start })
export type MoveCall = v.InferOutput<typeof MoveCall>

export const BOOKING_MESSAGES = {
  taken: 'This time is no longer free. Please choose another.',
  unknown: 'There is no call at this address.',
  over: 'This call is over, or was cancelled.',
} as const
