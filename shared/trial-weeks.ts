import * as v from 'valibot'

import { requiredLine } from './text/text.ts'
import { TimeZone } from './time-zone.ts'

/** Kinds of business. Each has its own suggested week. */
export const TRIAL_KINDS = [
  { value: 'cafe', label: 'Café, bakery or restaurant' },
  { value: 'trades', label: 'Plumber, electrician or other trade' },
  { value: 'hair', label: 'Hair or beauty' },
  { value: 'fitness', label: 'Gym, studio or coach' },
  { value: 'retail', label: 'Shop' },
  { value: 'professional', label: 'Accountant, lawyer or other office' },
  { value: 'other', label: 'Something else' },
] as const
export type TrialKind = (typeof TRIAL_KINDS)[number]['value']

/** Days after which a week that nobody keeps is deleted. */
export const TRIAL_DAYS = 7

export const TRIAL_MESSAGES = {
  noSuburb: 'Please enter your suburb or town.',
  suburb: 'Please enter a suburb or town in letters, such as Brunswick East.',
  noKind: 'Please choose what comes closest.',
  gone: 'This week was kept already, or is more than seven days old. Make another on our home page.',
} as const

export const StartTrialWeek = v.object({
  businessName: requiredLine('Please enter the name of your business.', 60),
  kind: v.picklist(
    TRIAL_KINDS.map(({ value }) => value),
    TRIAL_MESSAGES.noKind,
  ),
  suburb: v.pipe(
    requiredLine(TRIAL_MESSAGES.noSuburb, 40),
    // It becomes part of a prompt.
    v.regex(/^\p{L}[\p{L}\p{M} '’.-]+$/u, TRIAL_MESSAGES.suburb),
  ),
  /** The visitor's time zone. */
  timeZone: v.optional(TimeZone, 'UTC'),
})
export type StartTrialWeek = v.InferOutput<typeof StartTrialWeek>

/** A suggested post, at its time (ISO 8601). */
type TrialPost = { text: string; at: string }

/** A suggested week. Its `token` can be used once, to keep the week. */
export type TrialWeek = { token: string; businessName: string; posts: TrialPost[]; isByAi: boolean }

/** A kept week: the business that got the drafts, and the time of the first one. */
export type KeptWeek = { domainId: string; businessName: string; from: string; count: number }
