import * as v from 'valibot'

import { NETWORK_IDS, networks } from '#shared/networks.ts'
import { hashtagsOf } from '#shared/text/tags.ts'
import { printable, requiredLine } from '#shared/text/text.ts'
import { tagLimit } from './captions.ts'

/** A template, or a hashtag set. */
export type SavedText = { _id: string; name: string; text: string; updatedAt: string }

/** Maximum number of templates of a person, and of hashtag sets of a business. */
export const MAX_SAVED_TEXTS = 100
export const MAX_SAVED_TEXT_NAME = 80

export const TEMPLATE_MESSAGES = {
  noText: 'Please enter the text of the template.',
  tooMany: `You have ${MAX_SAVED_TEXTS} templates, which is the limit. Delete one first.`,
  gone: 'This template no longer exists.',
} as const

/** A set fits every network. */
const LIMIT = tagLimit(NETWORK_IDS)

export const HASHTAG_SET_MESSAGES = {
  noHashtags: 'Please enter at least one hashtag, for example #coffee.',
  tooManyHashtags: `${LIMIT?.name} takes up to ${LIMIT?.hashtags} hashtags. Please remove some.`,
  tooMany: `This business has ${MAX_SAVED_TEXTS} hashtag sets, which is the limit. Delete one first.`,
  gone: 'This hashtag set no longer exists.',
} as const

const name = requiredLine('Please enter a name.', MAX_SAVED_TEXT_NAME)

export const SaveTemplate = v.object({
  name,
  text: v.pipe(
    v.optional(v.string(TEMPLATE_MESSAGES.noText), ''),
    printable,
    v.check(text => text.trim() !== '', TEMPLATE_MESSAGES.noText),
    v.maxLength(Math.max(...NETWORK_IDS.map(id => networks[id].maxChars)), 'This text is too long.'),
  ),
})

/** Returns the hashtags of a text, each once, whatever its case. */
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
  /** Any text. Only its hashtags are saved. */
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

export type SaveText = v.InferOutput<typeof SaveTemplate | typeof SaveHashtagSet>
