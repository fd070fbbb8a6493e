import * as v from 'valibot'

import { optionalLine, optionalText, requiredLine } from '#shared/text/text.ts'

export const POST_KINDS = ['update', 'event', 'offer', 'article'] as const
export type PostKind = (typeof POST_KINDS)[number]

export const KIND_LABELS: Record<PostKind, string> = {
  update: 'Update',
  event: 'Event',
  offer: 'Offer',
  article: 'Article',
}

export const BUTTONS = ['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL'] as const
export type ButtonAction = (typeof BUTTONS)[number]

/** What people read on the button. */
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

/** A wall clock's time at the business, such as `2026-12-24T18:00`. */
const WallTime = v.pipe(
  v.string(),
  v.regex(/^$|^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'Please choose a date and time.'),
)

export const MAX_EXCERPT = 500
export const MAX_CATEGORIES = 10
export const MAX_TAGS = 20

/** Names, because another website of the business has other ids. */
const names = (max: number) =>
  v.optional(
    v.pipe(
      v.array(requiredLine('Please enter a name.', 100)),
      v.maxLength(max, `Please choose ${max} or fewer.`),
      v.transform(given => [...new Set(given)]),
    ),
    [],
  )

/** Parts of an article beside its title and text. */
export const ArticleParts = v.object({
  excerpt: optionalText(MAX_EXCERPT),
  categories: names(MAX_CATEGORIES),
  tags: names(MAX_TAGS),
})
export type ArticleParts = v.InferOutput<typeof ArticleParts>

export const NO_ARTICLE: ArticleParts = { excerpt: '', categories: [], tags: [] }

/**
 * What a network shows beyond text and files: an event or an offer with its dates, a button, or the parts of an article. A draft may
 * lack parts, which `extrasProblem` finds.
 */
export const PostExtras = v.object({
  kind: v.optional(v.picklist(POST_KINDS), 'update'),
  title: optionalLine(MAX_ARTICLE_TITLE),
  start: v.optional(WallTime, ''),
  end: v.optional(WallTime, ''),
  /** Of an offer. */
  coupon: optionalLine(MAX_TITLE),
  redeemUrl: optionalLine(MAX_URL),
  terms: optionalText(MAX_TERMS),
  /** An offer has a button of its own. */
  button: v.optional(v.nullable(v.picklist(BUTTONS)), null),
  /** Where the button leads. A call needs none. */
  url: optionalLine(MAX_URL),
  /** Missing unless the post is an article. */
  article: v.optional(ArticleParts),
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
