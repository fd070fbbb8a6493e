import { computed } from 'nanostores'

import { networkNames } from '#shared/format-list.ts'
import { checkMedia } from '#shared/media/limits.ts'
import { MEDIA_MESSAGES, type MediaItem } from '#shared/media/media.ts'
import { excludesAll } from '#shared/media/network-media.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { $enabled, $stories } from '#site/dashboard/composer/draft/draft.ts'
import { $media, type DraftMedia, $positions } from './media.ts'

const RATIO_TOLERANCE = 0.01

export type MediaProblem = {
  message: string
  /** Networks that reject the file, or none if it goes to no network; absent if they only show it worse. */
  rejectedBy?: readonly NetworkId[]
}

/** Reasons why networks would reject or change a file, by the file's id. */
export const $mediaProblems = computed(
  [$media, $enabled, $positions, $stories],
  (media, enabled, positions, stories): ReadonlyMap<number, MediaProblem> =>
    new Map(
      media.flatMap((item, position) => {
        const goesTo = enabled.filter(network => positions[network].includes(position))
        const problem = excludesAll(item, enabled)
          ? { message: MEDIA_MESSAGES.forNone(item.name), rejectedBy: [] }
          : problemOf(item, goesTo, stories)
        return problem ? [[item.id, problem] as const] : []
      }),
    ),
)

export const $rejecting = computed($mediaProblems, (problems): readonly NetworkId[] => [
  ...new Set([...problems.values()].flatMap(({ rejectedBy = [] }) => rejectedBy)),
])

function problemOf(
  { upload }: DraftMedia,
  goesTo: readonly NetworkId[],
  stories: readonly NetworkId[],
): MediaProblem | undefined {
  if (upload.state !== 'uploaded') return undefined
  const { item } = upload
  if (item.kind === 'image') {
    const inFeeds = goesTo.filter(network => !stories.includes(network))
    const message = plainWarning(item, goesTo) ?? smallWarning(item, goesTo) ?? borderWarning(item, inFeeds)
    return message ? { message } : undefined
  }
  const facts = factsOf(item)
  const rejectedBy = goesTo.filter(network => checkMedia(facts, [network], stories))
  const message = checkMedia(facts, rejectedBy, stories)
  return message ? { message, rejectedBy } : undefined
}

function factsOf({ name, bytes, width, height, duration = 0, codec, audioCodec, fps }: MediaItem) {
  return {
    kind: 'video' as const,
    name,
    bytes,
    width,
    height,
    duration,
    ...(codec !== undefined && { codec }),
    ...(audioCodec !== undefined && { audioCodec }),
    ...(fps !== undefined && { fps }),
  }
}

const plainWarning = ({ name, isPlainOnWhite }: MediaItem, { length }: readonly NetworkId[]) =>
  isPlainOnWhite && length > 0
    ? `“${name}” is white on a transparent ground, and networks put it on white, where nothing of it shows. Give it a coloured ground.`
    : undefined

function smallWarning({ name, width, height }: MediaItem, goesTo: readonly NetworkId[]) {
  const places = goesTo.filter(network => {
    const min = networks[network].minPicture
    return min && (width < min.width || height < min.height)
  })
  if (places.length === 0) return undefined
  return `“${name}” has only ${width} × ${height} pixels, so it looks blurred on ${networkNames(places)}. Use a larger picture.`
}

function borderWarning({ name, width, height }: MediaItem, goesTo: readonly NetworkId[]) {
  const ratio = width / height
  const unfit = goesTo.find(network => {
    const { ratios } = networks[network]
    return ratios && (ratio < ratios.min - RATIO_TOLERANCE || ratio > ratios.max + RATIO_TOLERANCE)
  })
  if (!unfit) return undefined
  const shape = ratio > 1 ? 'wide' : 'tall'
  return `“${name}” is too ${shape} for ${networks[unfit].name}, which adds a border. Crop it to fill the frame.`
}
