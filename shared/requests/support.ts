import * as v from 'valibot'

import { calls, openingHours } from '#shared/brand.json'
import { DAY_MS } from '#shared/durations.ts'
import { emailAddress } from '#shared/text/email.ts'
import { phoneNumber } from '#shared/text/phone.ts'
import { optionalText, required } from '#shared/text/text.ts'
import { cityOf } from '#shared/zone-names.ts'

/** Subjects of messages from clients. */
export const SUPPORT_SUBJECTS = [
  { value: 'getting-started', label: 'Getting started' },
  { value: 'posting', label: 'A post or its time' },
  { value: 'account', label: 'My account or a connected one' },
  { value: 'privacy', label: 'Privacy and security' },
  { value: 'trouble', label: 'Something that doesn’t work' },
  { value: 'feature', label: 'A feature request' },
  { value: 'billing', label: 'Plans and billing' },
  { value: 'other', label: 'Something else' },
] as const

/** The subject of a requested call, in the agency's inbox. */
export const SUPPORT_CALL = { value: 'call', label: 'Please call me' } as const

/** The agency's opening hours; empty if it doesn't say any. */
export const SUPPORT_HOURS = Object.entries<string>(openingHours).map(([days, hours]) => ({ days, hours }))

/** The same without an abbreviated zone such as EST, which is wrong in summer. `SUPPORT_ZONE` names the zone. */
export const OPEN_HOURS = SUPPORT_HOURS.map(({ days, hours }) => ({
  days,
  hours: hours.replace(/ [A-Z]{2,4}T$/, ''),
}))

/** Names the zone by its city, because an abbreviation is ambiguous: EST is also New York's time. */
export const SUPPORT_ZONE = `Times are those of ${cityOf(calls.timeZone)}.`

export const SUPPORT_SENT = {
  question: 'Your message has been sent. We’ll reply by email.',
  call: 'Call requested. We’ll confirm the time by email.',
} as const

const MAX_DAYS_AHEAD = 60

export const SupportQuestion = v.object({
  kind: v.literal('question'),
  subject: v.optional(
    v.picklist(
      SUPPORT_SUBJECTS.map(({ value }) => value),
      'Please select a subject.',
    ),
    '' as (typeof SUPPORT_SUBJECTS)[number]['value'],
  ),
  message: required('Please enter your message.', 5000),
  email: emailAddress('Please provide a valid email.'),
  /** True to get updates by mail. */
  updates: v.optional(v.boolean('Please tick this or leave it empty.'), false),
})
export type SupportQuestion = v.InferOutput<typeof SupportQuestion>

export const CALL_TIME_MESSAGE = 'Please choose a time within the next 60 days.'

export const SupportCall = v.object({
  kind: v.literal('call'),
  phone: phoneNumber('Please enter a phone number we can call.'),
  /** ISO 8601 instant. */
  preferredAt: v.pipe(required('Please choose a time.', 40), v.check(isInstant, CALL_TIME_MESSAGE)),
  message: optionalText(2000),
})
export type SupportCall = v.InferOutput<typeof SupportCall>

/** Input of users/saveSupportRequest. */
export const SupportForm = v.variant(
  'kind',
  [SupportQuestion, SupportCall],
  'This kind of request is not known.',
)
export type SupportForm = v.InferOutput<typeof SupportForm>

/** Checks the time of a requested call. Not part of the schema, which has no clock. */
export const isWithinCallWindow = (instant: string, now: Date) => {
  const ahead = Date.parse(instant) - now.getTime()
  return ahead > 0 && ahead <= MAX_DAYS_AHEAD * DAY_MS
}

function isInstant(instant: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(instant) && !Number.isNaN(Date.parse(instant))
}
