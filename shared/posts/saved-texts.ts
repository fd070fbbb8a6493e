import * as v from 'valibot'

import { NETWORK_IDS, networks } from '#shared/networks.ts'
import { hashtagsOf } from '#shared/text/tags.ts'
import { printable, requiredLine } from '#shared/text/text.ts'
import { tagLimit } from './captions.ts'

/** A template, a hashtag set, or a saved reply. */
export type SavedText = { _id: string; name: string; text: string; updatedAt: string }

/** Maximum number of templates of a person, and of hashtag sets or saved replies of a business. */
export const MAX_SAVED_TEXTS = 100
export const MAX_SAVED_TEXT_NAME = 80

export const TEMPLATE_MESSAGES = {
  noText: 'Please enter the text of the template.',
  tooMany: `You have ${MAX_SAVED_TEXTS} templates, which is the limit. Delete one first.`,
  gone: 'This template no longer exists.',
} as const

/** The strictest limit, because every network must accept a set. */
const LIMIT = tagLimit(NETWORK_IDS)

export const HASHTAG_SET_MESSAGES = {
  noHashtags: 'Please enter at least one hashtag, for example #coffee.',
  tooManyHashtags: `${LIMIT?.name} takes up to ${LIMIT?.hashtags} hashtags. Please remove some.`,
  tooMany: `This business has ${MAX_SAVED_TEXTS} hashtag sets, which is the limit. Delete one first.`,
  gone: 'This hashtag set no longer exists.',
} as const

export const SAVED_REPLY_MESSAGES = {
  noText: 'Please enter the text of the reply.',
  tooMany: `This business has ${MAX_SAVED_TEXTS} saved replies, which is the limit. Delete one first.`,
  gone: 'This saved reply no longer exists.',
} as const

const name = requiredLine('Please enter a name.', MAX_SAVED_TEXT_NAME)

const textWithin = (maxChars: number, noText: string) =>
  v.pipe(
    v.optional(v.string(noText), ''),
    printable,
    v.check(text => text.trim() !== '', noText),
    v.maxLength(maxChars, 'This text is too long.'),
  )

export const SaveTemplate = v.object({
  name,
  text: textWithin(Math.max(...NETWORK_IDS.map(id => networks[id].maxChars)), TEMPLATE_MESSAGES.noText),
})

/** A saved reply may be too long for some networks. Each answer is checked when it is sent. */
export const SaveReply = v.object({
  name,
  text: textWithin(
    Math.max(...NETWORK_IDS.map(id => networks[id].inbox?.maxChars ?? 0)),
    SAVED_REPLY_MESSAGES.noText,
  ),
})

/** Returns the hashtags of a text, each once, ignoring case. */
export function hashtagsIn(text: string): string[] {
  const seen = new Set<string>()
  return hashtagsOf(text).filter(tag => {
    const isNew = !seen.has(tag.toLowerCase())
    seen.add(tag.toLowerCase())
    return isNew
  })
}

export const SaveHashtagSet = v.object({
  name,
  /** Text of which only the hashtags are saved. */
  text: v.pipe(
    v.optional(
      v.pipe(v.string(HASHTAG_SET_MESSAGES.noHashtags), v.maxLength(10_000, 'This text is too long.')),
      '',
    ),
    v.transform(hashtagsIn),
    v.minLength(1, HASHTAG_SET_MESSAGES.noHashtags),
    v.maxLength(LIMIT?.hashtags ?? Infinity, HASHTAG_SET_MESSAGES.tooManyHashtags),
    v.transform(tags => tags.join(' ')),
  ),
})

export type SaveText = v.InferOutput<typeof SaveTemplate | typeof SaveReply | typeof SaveHashtagSet>
