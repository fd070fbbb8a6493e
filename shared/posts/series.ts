import * as v from 'valibot'

import { plural } from '#shared/plural.ts'
import { Id, Message } from '#shared/text/text.ts'

/** Maximum number of posts in a series: a year of weekly ones. */
export const MAX_SERIES = 53
export const MAX_INTERVAL = 12
/** Maximum number of texts that take turns in a series, the first included. */
export const MAX_TEXTS = 10

export const SERIES_MESSAGES = {
  tooManyTexts: `At most ${MAX_TEXTS} texts can take turns.`,
  noUntil: 'Please choose the day on which it stops repeating.',
  whole: 'Send the whole post, with its mediaIds, to change later ones too.',
} as const

/** The rhythm of a repeated post, and its last possible day in the zone of its series. */
export const Repeat = v.object({
  every: v.picklist(['week', 'month'], 'Please choose week or month.'),
  interval: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_INTERVAL)), 1),
  until: v.pipe(v.string(SERIES_MESSAGES.noUntil), v.isoDate(SERIES_MESSAGES.noUntil)),
})
export type Repeat = v.InferOutput<typeof Repeat>

/** Further texts of a repeated post, for all its networks. They take turns with its own, which comes first. */
export const Texts = v.pipe(v.array(Message), v.maxLength(MAX_TEXTS - 1, SERIES_MESSAGES.tooManyTexts))

/**
 * Changes the rhythm of a post and the later ones of its series, or starts a series. Null ends the series with this post. Further
 * texts take turns with the present ones.
 */
export const ChangeRhythm = v.object({
  repeat: v.nullable(Repeat),
  texts: v.optional(Texts),
  /** The version that the post must still have. */
  version: v.optional(v.number()),
})
export type ChangeRhythm = v.InferOutput<typeof ChangeRhythm>

/** The posts that a change affects: only this one, or also the following ones that haven't gone out. */
export const SeriesPart = v.object({
  series: v.optional(v.picklist(['this', 'following'], 'Please choose this or following.')),
})
export type SeriesPart = v.InferOutput<typeof SeriesPart>

/** A series as its posts show it. `timeZone` is the zone in which it keeps its time of day. */
export type Series = Repeat & { _id: string; timeZone: string }

/** Other posts of the series to which a decision also applies. Posts that are no longer alike are ignored. */
export const AlikePosts = v.object({ alike: v.optional(v.pipe(v.array(Id), v.maxLength(MAX_SERIES))) })

/** Returns 'every week' or 'every 2 months'. */
export const describeRhythm = ({ every, interval }: Omit<Repeat, 'until'>): string =>
  interval === 1 ? `every ${every}` : `every ${plural(interval, every)}`
