import { type NetworkId, networks } from '#shared/networks.ts'
import type { FileKind } from './network-media.ts'

/** Returns a clause about the media that a network accepts in one post. */
export function describeMediaRules(network: NetworkId, isStory = false): string {
  const { name, shortName, maxPictures, video } = networks[network]
  if (isStory) return `A story on ${shortName} shows one picture or one video`
  const pictures = maxPictures === 1 ? 'one picture' : 'pictures'
  return `${name} takes ${pictures}${video ? ' or one video' : ''} in a post`
}

/** Describes which of a post's media go to a network that doesn't accept all of them. */
export function describeSelection(
  network: NetworkId,
  kinds: readonly FileKind[],
  positions: readonly number[],
  isStory = false,
): string {
  const [first] = positions
  const pronoun = kinds.filter(kind => kind !== 'none').length === 1 ? 'it' : 'them'
  if (first === undefined)
    return `${networks[network].name} shows no videos: it gets the text without ${pronoun}.`
  const kind = kinds[first]
  const noun = kind === 'video' ? 'video' : 'picture'
  const one = kinds.filter(each => each === kind).length > 1 ? 'first ' : ''
  const what = positions.length === 1 ? `${one}${noun} goes there` : `${positions.length} pictures go there`
  return `${describeMediaRules(network, isStory)}: the ${what}.`
}
