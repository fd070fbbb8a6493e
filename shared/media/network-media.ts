import { type NetworkId, networks } from '#shared/networks.ts'
import type { MediaKind } from './media.ts'

/** Kind of a file on a network; `none` if it isn't published there: the cover of a video, or a file for other networks only. */
export type FileKind = MediaKind | 'none'

/** @param covers ids of the pictures that are covers */
export const fileKind = (
  { id, kind }: { id: string; kind: MediaKind },
  covers: readonly string[],
): FileKind => (kind === 'image' && covers.includes(id) ? 'none' : kind)

/** `networks` are those to which the author has limited the file; undefined if it is for all. */
export type Limited = { networks?: readonly NetworkId[] | undefined }

/** Returns the kinds of a draft's files on one of its networks. */
export const kindsOn = (network: NetworkId, files: readonly ({ kind: FileKind } & Limited)[]): FileKind[] =>
  files.map(({ kind, networks: limit = [network] }) => (limit.includes(network) ? kind : 'none'))

/** Returns true for a file that is limited to networks to which the draft doesn't go. */
export const excludesAll = ({ networks: limit }: Limited, chosen: readonly NetworkId[]) =>
  limit !== undefined && !limit.some(network => chosen.includes(network))

/** Returns the kind for a network that takes only one: the author's choice, or else the first file's. */
export const preferredKind = (kinds: readonly FileKind[], chosen?: MediaKind | null): MediaKind | undefined =>
  chosen && kinds.includes(chosen) ? chosen : kinds.find(kind => kind !== 'none')

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
  const all = kinds.flatMap((kind, position) => (kind === 'none' ? [] : [position]))
  if (isStory) return all.slice(0, 1)
  if (mixesPicturesAndVideos) return all
  const kind = video ? preferredKind(kinds, chosen) : 'image'
  return all.filter(position => kinds[position] === kind).slice(0, kind === 'video' ? 1 : maxPictures)
}
