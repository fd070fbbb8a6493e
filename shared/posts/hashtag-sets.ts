import * as v from 'valibot'

import { MAX_HASHTAGS_INSTAGRAM } from '#shared/networks.ts'
import { hashtagsOf } from '#shared/text/tags.ts'
import { requiredLine } from '#shared/text/text.ts'

export const MAX_HASHTAG_SETS = 100
export const MAX_HASHTAG_SET_NAME = 80

export const HASHTAG_SET_MESSAGES = {
  noName: 'Please enter a name.',
  noHashtags: 'Please enter at least one hashtag, for example #coffee.',
  tooManyHashtags: `Instagram takes up to ${MAX_HASHTAGS_INSTAGRAM} hashtags. Please remove some.`,
  tooMany: `This business has ${MAX_HASHTAG_SETS} hashtag sets, which is the limit. Delete one first.`,
  gone: 'This hashtag set no longer exists.',
} as const

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
  name: requiredLine(HASHTAG_SET_MESSAGES.noName, MAX_HASHTAG_SET_NAME),
  /** Any text. Only its hashtags are saved. */
  text: v.pipe(
    v.optional(
      v.pipe(v.string(HASHTAG_SET_MESSAGES.noHashtags), v.maxLength(10_000, 'This text is too long.')),
      '',
    ),
    v.transform(hashtagsIn),
    v.minLength(1, HASHTAG_SET_MESSAGES.noHashtags),
    v.maxLength(MAX_HASHTAGS_INSTAGRAM, HASHTAG_SET_MESSAGES.tooManyHashtags),
    v.transform(tags => tags.join(' ')),
  ),
})
export type SaveHashtagSet = v.InferOutput<typeof SaveHashtagSet>

export type HashtagSet = { _id: string; name: string; text: string; updatedAt: string }
