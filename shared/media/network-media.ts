import { type NetworkId, networks } from '#shared/networks.ts'
import type { MediaKind } from './media.ts'

/**
 * Returns the positions of the media that a network takes. A network that doesn't mix pictures and videos takes one kind: pictures,
 * or one video.
 * @param preferredKind the kind to take where a network takes either
 */
export function mediaTaken(
  network: NetworkId,
  kinds: readonly MediaKind[],
  preferredKind = kinds[0],
): number[] {
  const { mixesPicturesAndVideos, maxPictures, video } = networks[network]
  const all = kinds.map((_, position) => position)
  if (mixesPicturesAndVideos) return all
  const kind = video ? preferredKind : 'image'
  return all.filter(position => kinds[position] === kind).slice(0, kind === 'video' ? 1 : maxPictures)
}

/** Returns a clause that says which media a network takes in one post. */
export function describeMediaRules(network: NetworkId): string {
  const { name, maxPictures, video } = networks[network]
  const pictures = maxPictures === 1 ? 'one picture' : 'pictures'
  return `${name} takes ${pictures}${video ? ' or one video' : ''} in a post`
}

/** Says which part of a post's media goes to a network that doesn't take all of it. */
export function describeSelection(
  network: NetworkId,
  kinds: readonly MediaKind[],
  positions: readonly number[],
): string {
  const [first] = positions
  if (first === undefined)
    return `${networks[network].name} shows no videos: it gets the text without ${kinds.length === 1 ? 'it' : 'them'}.`
  const kind = kinds[first]
  const noun = kind === 'video' ? 'video' : 'picture'
  const one = kinds.filter(each => each === kind).length > 1 ? 'first ' : ''
  const what = positions.length === 1 ? `${one}${noun} goes there` : `${positions.length} pictures go there`
  return `${describeMediaRules(network)}: the ${what}.`
}
