import * as v from 'valibot'

import { optionalLine, requiredLine } from './text/text.ts'
import { TimeZone } from './time-zone.ts'
import { type Trade, detectTrade } from './trades/trades.ts'
import type { PostKind, Season } from './trades/week.ts'

/** Days after which an unclaimed week is deleted. */
export const TRIAL_DAYS = 7

export const TRIAL_MESSAGES = {
  noSuburb: 'Please enter your suburb or town.',
  suburb: 'Please enter a suburb or town in letters, such as Brunswick East.',
  noTrade: 'Please say what you do, such as bakery or dog grooming.',
  trade: 'Please say what you do in letters, such as bakery or dog grooming.',
  gone: 'This week was kept already, or is more than seven days old. Make another on our home page.',
} as const

/** Matches texts that may become part of a prompt. */
const LETTERS = /^\p{L}[\p{L}\p{M} '’&,.-]+$/u

/** Requires `trade` unless the name of the business says it. Runs even if other fields are invalid. */
const hasKnownTrade = <Form extends object>() =>
  v.rawCheck<Form>(({ dataset, addIssue }) => {
    const input = { ...(dataset.value as Record<string, unknown>) }
    const { businessName, trade: value } = input
    if (value !== '' || detectTrade(String(businessName))) return
    addIssue({
      message: TRIAL_MESSAGES.noTrade,
      path: [{ type: 'object', origin: 'value', input, key: 'trade', value }],
    })
  })

export const StartTrialWeek = v.pipe(
  v.object({
    businessName: requiredLine('Please enter the name of your business.', 60),
    /** Trade of the business; empty if its name says it. */
    trade: v.pipe(
      optionalLine(40),
      v.check(text => text === '' || LETTERS.test(text), TRIAL_MESSAGES.trade),
    ),
    suburb: v.pipe(requiredLine(TRIAL_MESSAGES.noSuburb, 40), v.regex(LETTERS, TRIAL_MESSAGES.suburb)),
    timeZone: v.optional(TimeZone, 'UTC'),
  }),
  hasKnownTrade(),
)
export type StartTrialWeek = v.InferOutput<typeof StartTrialWeek>

/** A suggested post, at its time (ISO 8601). */
type TrialPost = { text: string; at: string; kind: PostKind }

/**
 * A suggested week. Its `token` can be used once, to keep the week. `times` says when the trade’s customers look at their phones, as a
 * part of a sentence. `trade` and `season` (of the post about what’s on) select the sample pictures.
 */
export type TrialWeek = {
  token: string
  businessName: string
  trade: Trade
  season: Season
  times: string
  posts: TrialPost[]
  isByAi: boolean
}

/** A kept week: the business that got the drafts, and the time of the first one. */
export type KeptWeek = { domainId: string; businessName: string; from: string; count: number }
