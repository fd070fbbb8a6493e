import * as v from 'valibot'

import type { ErrorBody } from '#shared/errors.ts'
import { MAX_ALT_TEXT } from '#shared/media/media.ts'
import { CHOOSE_NETWORK, NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import { byteLength, lengthIn, messageLength } from '#shared/text/lengths.ts'
import { phoneNumberIn } from '#shared/text/phone-numbers.ts'
import { hashtagsOf, mentionsOf } from '#shared/text/tags.ts'
import { optionalLine, optionalText, required } from '#shared/text/text.ts'
import { POST_MESSAGES } from './posts.ts'

export const countTags = (message: string) => ({
  hashtags: hashtagsOf(message).length,
  mentions: mentionsOf(message).length,
})

/** Returns the strictest limit of tags among the networks, with the name of its network. */
export const tagLimit = (ids: readonly NetworkId[]) =>
  ids
    .flatMap(id => {
      const { name, maxTags } = networks[id]
      return maxTags ? [{ name, ...maxTags }] : []
    })
    .toSorted((a, b) => a.hashtags - b.hashtags)
    .at(0)

/** Returns the reason if a network would reject the number of hashtags or mentions. */
export function tagProblem(network: NetworkId, message: string): string | undefined {
  const { name, maxTags } = networks[network]
  if (!maxTags) return undefined
  const { hashtags, mentions } = countTags(message)
  if (hashtags > maxTags.hashtags)
    return `${name} takes up to ${maxTags.hashtags} hashtags in a caption. Please remove some.`
  if (mentions > maxTags.mentions)
    return `${name} takes up to ${maxTags.mentions} mentions in a caption. Please remove some.`
  return undefined
}

export function phoneProblem(network: NetworkId, message: string): string | undefined {
  const { name, takesPhoneNumbers } = networks[network]
  const number = takesPhoneNumbers ? undefined : phoneNumberIn(message)
  return number && POST_MESSAGES.phoneNumber(name, number)
}

/** Returns a message's length as the network's limit counts it. */
export const lengthOn = (network: NetworkId, message: string) =>
  lengthIn(networks[network].lengthUnit, message)

/**
 * Returns the length of a text that goes to several networks, as the strictest of their limits counts it.
 * @param sentTo returns the text as a network gets it
 */
export function strictestLength(
  ids: readonly NetworkId[],
  text: string,
  sentTo: (network: NetworkId) => string = () => text,
): number {
  const limit = smallestMaxChars(ids)
  const strictest = ids.filter(network => networks[network].maxChars === limit)
  return strictest.length === 0
    ? messageLength(text)
    : Math.max(...strictest.map(network => lengthOn(network, sentTo(network))))
}

/** Returns the reason if a message is too long for a network. */
export function lengthProblem(network: NetworkId, message: string): string | undefined {
  const { maxChars, maxBytes = Infinity } = networks[network]
  const length = lengthOn(network, message)
  if (length > maxChars) return POST_MESSAGES.tooLong(length - maxChars, length, maxChars)
  return message.length * 3 > maxBytes && byteLength(message) > maxBytes
    ? POST_MESSAGES.tooManyBytes
    : undefined
}

export const isTooLong = (network: NetworkId, message: string) =>
  lengthProblem(network, message) !== undefined

/** Returns the reason if a network would reject a message. */
export function messageProblem(network: NetworkId, message: string): string | undefined {
  const tooLong = lengthProblem(network, message)
  if (tooLong) return `${networks[network].name}: ${tooLong}`
  return phoneProblem(network, message) ?? tagProblem(network, message)
}

export const CAPTION_MESSAGES = {
  noPrompt: 'Please enter a prompt for AI content generation.',
  failed: 'Failed to generate AI content.',
  refused: 'The AI service won’t write about this. Change your words, then try again.',
  tooSlow: 'The AI service took too long. Please try again.',
  unreachable: 'We can’t reach the AI service. Please try again in a minute.',
  unavailable: 'AI writing is not switched on here.',
  notShared:
    'Data sharing is off in your Settings, so we can’t send anything to the AI service. Turn it on there to use AI.',
  usedUp: (max: number) => `You have used today’s ${max} AI texts.`,
} as const

/** Maximum number of AI captions per user in 24 hours. */
export const CAPTIONS_A_DAY = 50
export const MAX_PROMPT = 10_000

/** Ways to change an existing text. */
export const CAPTION_CHANGES = ['shorter', 'longer', 'rephrase'] as const
export type CaptionChange = (typeof CAPTION_CHANGES)[number]

/** Networks of the post. The smallest of their limits applies. */
const CaptionNetworks = v.pipe(
  v.array(v.picklist(NETWORK_IDS, CHOOSE_NETWORK), POST_MESSAGES.noPlatform),
  v.minLength(1, POST_MESSAGES.noPlatform),
  v.check(networks => new Set(networks).size === networks.length, 'Please list each network once.'),
)

export const WriteCaption = v.object({
  networks: CaptionNetworks,
  /** The subject to write about; with `change`, the text to change. */
  prompt: required(CAPTION_MESSAGES.noPrompt, MAX_PROMPT),
  change: v.optional(v.picklist(CAPTION_CHANGES)),
})
export type WriteCaption = v.InferOutput<typeof WriteCaption>

export const MAX_WISHES = 500
/** Maximum number of posts that AI writes for a week at once. */
export const MAX_WEEK = 14

/** Input for a post of a week. AI chooses its subject. */
export const WriteForWeek = v.object({
  networks: CaptionNetworks,
  /** The day on which the post goes out, in the business's time zone. */
  day: v.pipe(v.string('Please give a day.'), v.isoDate('Please give a day such as 2026-11-21.')),
  /** Name of the day, such as 'Mother’s Day'. */
  occasion: optionalLine(100),
  /** Subjects that the week's posts should mention. */
  wishes: optionalText(MAX_WISHES),
  /** The owner's description of the post's picture. */
  picture: optionalLine(MAX_ALT_TEXT),
  /** The week's other posts so far, from which this one must differ. */
  others: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(100_000))), v.maxLength(MAX_WEEK)), []),
})
export type WriteForWeek = v.InferOutput<typeof WriteForWeek>

/** Events of the stream by name. The last is `done` or `failed`. */
export type CaptionEvents = {
  text: { delta: string }
  /** `cut` is true if the text was shortened to the networks' limit. */
  done: { text: string; cut: boolean }
  failed: ErrorBody
}

export const smallestMaxChars = (ids: readonly NetworkId[]) =>
  Math.min(...ids.map(network => networks[network].maxChars))
