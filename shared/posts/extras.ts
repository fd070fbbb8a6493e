import * as v from 'valibot'

import { Id, optionalLine, optionalText, printable, requiredLine } from '#shared/text/text.ts'

export const POST_KINDS = ['update', 'event', 'offer', 'article', 'story'] as const
export type PostKind = (typeof POST_KINDS)[number]

export const KIND_LABELS: Record<PostKind, string> = {
  update: 'Update',
  event: 'Event',
  offer: 'Offer',
  article: 'Article',
  story: 'Story',
}

export const BUTTONS = ['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL'] as const
export type ButtonAction = (typeof BUTTONS)[number]

export const BUTTON_LABELS: Record<ButtonAction, string> = {
  BOOK: 'Book',
  ORDER: 'Order online',
  SHOP: 'Buy',
  LEARN_MORE: 'Learn more',
  SIGN_UP: 'Sign up',
  CALL: 'Call now',
}

/** Google rejects longer titles of events and offers, and longer coupon codes. */
export const MAX_TITLE = 58
export const MAX_ARTICLE_TITLE = 200
export const MAX_TERMS = 1000
export const MAX_URL = 1500

/** A local time at the business, such as `2026-12-24T18:00`. */
const WallTime = v.pipe(
  v.string(),
  v.check(text => text === '' || isWallTime(text), 'Please choose a date and time.'),
)
/** Returns false also for impossible days and times, such as `2026-02-30T10:00`. */
function isWallTime(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Week of the month in which a monthly event takes place. */
export const MONTH_WEEKS = ['first', 'second', 'third', 'fourth', 'last'] as const

/** The last possible day, such as `2027-06-30`; empty for no end. */
const until = v.optional(
  v.pipe(
    v.string(),
    v.check(day => day === '' || isWallTime(`${day}T00:00`), 'Please choose a day.'),
  ),
  '',
)

/**
 * How a network itself repeats an event or offer. A weekly one has weekdays, from 1 for Monday. A monthly one repeats on the date of
 * its start, or on its weekday in a week of the month.
 */
export const Recurrence = v.union(
  [
    v.object({ every: v.literal('day'), until }),
    v.object({
      every: v.literal('week'),
      weekdays: v.pipe(
        v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7))),
        v.maxLength(7),
        v.transform(given => [...new Set(given)].toSorted((a, b) => a - b)),
      ),
      until,
    }),
    v.object({ every: v.literal('month'), on: v.picklist(['date', ...MONTH_WEEKS]), until }),
  ],
  'Please choose day, week or month.',
)
export type Recurrence = v.InferOutput<typeof Recurrence>

export const MAX_EXCERPT = 500
export const MAX_CATEGORIES = 10
export const MAX_TAGS = 20

/** Names of categories or tags. Ids would be wrong on another website of the business. */
const names = (max: number) =>
  v.optional(
    v.pipe(
      v.array(requiredLine('Please enter a name.', 100)),
      v.maxLength(max, `Please choose ${max} or fewer.`),
      v.transform(given => [...new Set(given)]),
    ),
    [],
  )

/** Parts of an article besides its title and text. */
export const ArticleParts = v.object({
  excerpt: optionalText(MAX_EXCERPT),
  categories: names(MAX_CATEGORIES),
  tags: names(MAX_TAGS),
})
export type ArticleParts = v.InferOutput<typeof ArticleParts>

/** Instagram's limit of people who are invited to co-author a post. */
export const MAX_COLLABORATORS = 3
export const MAX_TAGS_OF_PICTURE = 20
const MAX_USERNAME = 60

/** A username of Instagram; empty while it is being entered. */
const Username = v.pipe(
  v.string(),
  v.maxLength(MAX_USERNAME),
  printable,
  v.transform(name => name.trim().replace(/^@/, '')),
)
/** Fraction of a picture's width or height. */
export const Fraction = v.pipe(v.number(), v.minValue(0), v.maxValue(1))

/** A person on a picture. `x` and `y` are fractions of its size, from its upper left corner. */
export const PictureTag = v.object({ mediaId: Id, username: Username, x: Fraction, y: Fraction })
export type PictureTag = v.InferOutput<typeof PictureTag>

/** The people of a post: those who are invited to co-author it, and those on its pictures. */
export const People = v.object({
  collaborators: v.optional(v.pipe(v.array(Username), v.maxLength(MAX_COLLABORATORS)), []),
  tags: v.optional(v.pipe(v.array(PictureTag), v.maxLength(10 * MAX_TAGS_OF_PICTURE)), []),
})
export type People = v.InferOutput<typeof People>

export const NO_PEOPLE: People = { collaborators: [], tags: [] }

/** A Facebook Page with an address, which Instagram shows as a post's place. Only `id` is published. */
export const Place = v.object({
  id: v.pipe(v.string(), v.regex(/^\d{1,30}$/, 'This isn’t the id of a place.')),
  name: requiredLine('Please name the place.', 200),
  address: optionalLine(300),
})
export type Place = v.InferOutput<typeof Place>

/** Maximum duration of a video. */
const MAX_COVER_MS = 4 * 60 * 60 * 1000

export const NO_ARTICLE: ArticleParts = { excerpt: '', categories: [], tags: [] }

/** Parts of a post besides text and files. In a draft they may be incomplete, which `extrasProblem` finds. */
export const PostExtras = v.object({
  kind: v.optional(v.picklist(POST_KINDS), 'update'),
  title: optionalLine(MAX_ARTICLE_TITLE),
  start: v.optional(WallTime, ''),
  end: v.optional(WallTime, ''),
  /** Missing if the event or offer doesn't repeat. */
  recurrence: v.optional(Recurrence),
  coupon: optionalLine(MAX_TITLE),
  redeemUrl: optionalLine(MAX_URL),
  terms: optionalText(MAX_TERMS),
  /** Null for no button. Offers have a fixed button. */
  button: v.optional(v.nullable(v.picklist(BUTTONS)), null),
  /** URL that the button opens. A button that calls needs none. */
  url: optionalLine(MAX_URL),
  /** Missing unless the post is an article. */
  article: v.optional(ArticleParts),
  /** Missing if there are none. */
  people: v.optional(People),
  /** Missing unless the author chose to show the place. */
  place: v.optional(Place),
  /** The moment of the video that is its cover, in milliseconds; missing for the network's choice. */
  coverMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_COVER_MS))),
  /** The picture among the post's files that is the cover of its video. It isn't published by itself. */
  coverId: v.optional(Id),
})
export type PostExtras = v.InferOutput<typeof PostExtras>

export const NO_EXTRAS: PostExtras = {
  kind: 'update',
  title: '',
  start: '',
  end: '',
  coupon: '',
  redeemUrl: '',
  terms: '',
  button: null,
  url: '',
}

/** Returns the ids of pictures that are a video's cover on some network. No network publishes such a picture by itself. */
export const coverIds = (all: readonly (PostExtras | null | undefined)[]): string[] =>
  all.flatMap(extras => extras?.coverId ?? [])
