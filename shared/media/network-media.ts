import { type NetworkId, networks } from '#shared/networks.ts'
import type { MediaKind } from './media.ts'

/**
 * Returns the positions of the media that a network takes. A network that doesn't mix pictures and videos takes one kind: pictures,
 * or one video.
 * @param preferredKind the kind to take where a network takes either
 * @param isStory true for a story, which shows one file
 */
export function mediaTaken(
  network: NetworkId,
  kinds: readonly MediaKind[],
  preferredKind = kinds[0],
  isStory = false,
): number[] {
  const { mixesPicturesAndVideos, maxPictures, video } = networks[network]
  const all = kinds.map((_, position) => position)
  if (isStory) return all.slice(0, 1)
  if (mixesPicturesAndVideos) return all
  const kind = video ? preferredKind : 'image'
  return all.filter(position => kinds[position] === kind).slice(0, kind === 'video' ? 1 : maxPictures)
}
