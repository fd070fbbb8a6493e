import {
  MAX_HASHTAGS_INSTAGRAM,
  MAX_MENTIONS_INSTAGRAM,
  messageLength,
  type NetworkId,
  networks,
} from './networks.ts'
import { POST_MESSAGES } from './posts.ts'

const HASHTAG = /#[\p{L}\p{N}_]+/gu
const MENTION = /(?<![\w.])@[\w.]+/g

const count = (message: string, pattern: RegExp) => (message.match(pattern) ?? []).length

/** Why a network would not take these words, or nothing. */
export function captionProblem(network: NetworkId, message: string): string | undefined {
  const { maxChars, name } = networks[network]
  const length = messageLength(message)
  if (length > maxChars) return `${name}: ${POST_MESSAGES.tooLong(length - maxChars, length, maxChars)}`
  if (network !== 'instagram') return undefined
  if (count(message, HASHTAG) > MAX_HASHTAGS_INSTAGRAM)
    return `Instagram takes up to ${MAX_HASHTAGS_INSTAGRAM} hashtags in a caption. Please remove some.`
  if (count(message, MENTION) > MAX_MENTIONS_INSTAGRAM)
    return `Instagram takes up to ${MAX_MENTIONS_INSTAGRAM} mentions in a caption. Please remove some.`
  return undefined
}
