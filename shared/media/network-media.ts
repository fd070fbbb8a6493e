import { type NetworkId, networks } from '#shared/networks.ts'
import type { MediaKind } from './media.ts'

/** Kind of a file; `cover` for the cover of a video, which no network publishes by itself. */
export type FileKind = MediaKind | 'cover'

/** @param covers ids of the pictures that are covers */
export const fileKind = (
  { id, kind }: { id: string; kind: MediaKind },
  covers: readonly string[],
): FileKind => (kind === 'image' && covers.includes(id) ? 'cover' : kind)

/** Returns the kind for a network that takes only one: the author's choice, or else the first file's. */
export const preferredKind = (kinds: readonly FileKind[], chosen?: MediaKind | null): MediaKind | undefined =>
  chosen && kinds.includes(chosen) ? chosen : kinds.find(kind => kind !== 'cover')

/**
 * Returns the positions of the media that a network accepts. One that doesn't mix pictures and videos accepts pictures or one video.
 * @param chosen the kind that the author chose, if any
 * @param isStory true for a story, which shows one file
 */
export function acceptedPositions(
  network: NetworkId,
  kinds: readonly FileKind[],
  chosen?: MediaKind | null,
  isStory = false,
): number[] {
  const { mixesPicturesAndVideos, maxPictures, video } = networks[network]
  const all = kinds.flatMap((kind, position) => (kind === 'cover' ? [] : [position]))
  if (isStory) return all.slice(0, 1)
  if (mixesPicturesAndVideos) return all
  const kind = video ? preferredKind(kinds, chosen) : 'image'
  return all.filter(position => kinds[position] === kind).slice(0, kind === 'video' ? 1 : maxPictures)
}
