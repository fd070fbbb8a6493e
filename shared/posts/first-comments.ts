import { NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import { byteLength, lengthIn } from '#shared/text/lengths.ts'
import { hashtagsOf } from '#shared/text/tags.ts'

export const takesFirstComment = (network: NetworkId) => networks[network].firstComment !== null

export const COMMENTED_NETWORKS = NETWORK_IDS.filter(takesFirstComment)

const maxCharsOf = (network: NetworkId) => networks[network].firstComment?.maxChars ?? Infinity
export const MAX_COMMENT = Math.max(...COMMENTED_NETWORKS.map(maxCharsOf))

export const commentLimit = (chosen: readonly NetworkId[]) =>
  Math.min(...(chosen.length > 0 ? chosen : COMMENTED_NETWORKS).map(maxCharsOf))

const lengthOn = (network: NetworkId, text: string) => lengthIn(networks[network].lengthUnit, text)

/** Returns a comment's length as the strictest of the networks' limits counts it. */
export const commentLength = (chosen: readonly NetworkId[], text: string) =>
  Math.max(
    0,
    ...chosen
      .filter(network => maxCharsOf(network) === commentLimit(chosen))
      .map(network => lengthOn(network, text)),
  )

const hasTooManyBytes = (network: NetworkId, text: string) =>
  byteLength(text) > (networks[network].firstComment?.maxBytes ?? Infinity)

export const isCommentTooLong = (network: NetworkId, text: string) =>
  lengthOn(network, text) > maxCharsOf(network) || hasTooManyBytes(network, text)

export function commentProblem(network: NetworkId, text: string): string | undefined {
  if (text.trim() === '') return undefined
  const { name, firstComment } = networks[network]
  if (!firstComment) return `${name} has no comments. Please leave its first comment empty.`
  const over = lengthOn(network, text) - firstComment.maxChars
  if (over > 0)
    return `${name}: the first comment exceeds its limit by ${over} ${over === 1 ? 'character' : 'characters'}.`
  if (hasTooManyBytes(network, text))
    return `${name}: the first comment has too many emoji and accents for its length. Please shorten it.`
  const hashtags = hashtagsOf(text).length
  const { maxHashtags = Infinity } = firstComment
  return hashtags > maxHashtags
    ? `${name} takes up to ${maxHashtags} hashtags in a comment. Please remove some.`
    : undefined
}
