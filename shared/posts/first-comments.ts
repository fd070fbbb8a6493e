import { MAX_HASHTAGS_INSTAGRAM, NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import { messageLength } from '#shared/text/lengths.ts'
import { hashtagsOf } from '#shared/text/tags.ts'

/** Maximum length of a first comment, for the networks that support one. */
const COMMENT_CHARS: Partial<Record<NetworkId, number>> = { facebook: 8000, instagram: 2200 }
export const MAX_COMMENT = Math.max(...Object.values(COMMENT_CHARS))

export const takesFirstComment = (network: NetworkId) => COMMENT_CHARS[network] !== undefined

export const COMMENTED_NETWORKS = NETWORK_IDS.filter(takesFirstComment)

/** Returns the smallest of the networks' limits. */
export const commentLimit = (chosen: readonly NetworkId[]) =>
  Math.min(
    ...(chosen.length > 0 ? chosen : COMMENTED_NETWORKS).map(network => COMMENT_CHARS[network] ?? Infinity),
  )

export const isCommentTooLong = (network: NetworkId, text: string) =>
  messageLength(text) > (COMMENT_CHARS[network] ?? Infinity)

/** Returns the reason if a network would reject the first comment. */
export function commentProblem(network: NetworkId, text: string): string | undefined {
  if (text.trim() === '') return undefined
  const { name } = networks[network]
  const limit = COMMENT_CHARS[network]
  if (limit === undefined) return `${name} has no comments. Please leave its first comment empty.`
  const length = messageLength(text)
  const over = length - limit
  if (over > 0)
    return `${name}: the first comment exceeds its limit by ${over} ${over === 1 ? 'character' : 'characters'}.`
  const hashtags = hashtagsOf(text).length
  return network === 'instagram' && hashtags > MAX_HASHTAGS_INSTAGRAM
    ? `Instagram takes up to ${MAX_HASHTAGS_INSTAGRAM} hashtags in a comment. Please remove some.`
    : undefined
}
