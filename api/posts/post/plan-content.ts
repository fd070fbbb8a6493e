import type { UserContext } from '#api/context.ts'
import type { Media } from '#api/db/schema/posts/media.ts'
import { acceptMedia, checkStoredMedia, deleteUnusedMedia, requireMediaByIds } from '#api/media/media.ts'
import type { ReceivedFile } from '#api/media/uploads/received-file.ts'
import { invalidField, requireValid } from '#api/runtime/errors.ts'
import { describeMediaRules, describeSelection } from '#shared/media/describe-media.ts'
import { MAX_FILES, MEDIA_MESSAGES } from '#shared/media/media.ts'
import { type FileKind, fileKind, acceptedPositions } from '#shared/media/network-media.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { fitExtrasToFiles } from '#shared/posts/extras-rules.ts'
import { coverIds } from '#shared/posts/extras.ts'
import { altTextProblem } from '#shared/posts/fields.ts'
import { POST_MESSAGES, type PostData } from '#shared/posts/posts.ts'
import { isStory } from '#shared/posts/stories.ts'
import type { TaggedMessage } from './texts.ts'

/** The content of a post for one network. `leftOut` explains which media the network doesn't accept. */
export type NetworkContent = TaggedMessage & { firstComment: string; positions: number[]; leftOut?: string }

type Content = Pick<PostData, 'mediaIds' | 'altTexts'> & {
  platforms: TaggedMessage[]
  files?: readonly ReceivedFile[]
  /** Covers of the networks whose extras don't change. */
  keptCovers?: readonly string[]
}

/**
 * Plans what each network gets of a post. Its media are those uploaded before, then the request's files.
 * @returns `postFiles`, the media in order with their alt texts, and `discard`, which deletes the request's files if the post
 *   isn't saved
 * @throws {DomainError} for media that can't be read or that one of its networks doesn't accept. Saves no file in that case
 */
export async function planContent(
  ctx: UserContext,
  { platforms, mediaIds, altTexts, files = [], keptCovers = [] }: Content,
) {
  requireAltTextsWithoutFields(altTexts)
  const uploaded = await requireMediaByIds(ctx, mediaIds)
  const covers = [...coverIds(platforms.map(({ extras }) => extras)), ...keptCovers]
  const kinds = [...uploaded.map(row => fileKind(row, covers)), ...files.map(({ kind }) => kind)]
  const planned = platforms.map(({ firstComment = '', media, ...text }): NetworkContent => ({
    ...text,
    firstComment,
    ...mediaForNetwork(text.platform, media, kinds, isStory(text)),
  }))
  const targetsOf = (position: number) => {
    const getting = planned.filter(({ positions }) => positions.includes(position))
    return {
      networks: getting.map(({ platform }) => platform),
      stories: getting.filter(isStory).map(({ platform }) => platform),
    }
  }
  for (const [position, row] of uploaded.entries()) {
    const { networks, stories } = targetsOf(position)
    checkStoredMedia(row, networks, stories)
  }
  const targeted = files.map((file, index) => ({ file, ...targetsOf(uploaded.length + index) }))
  const accepted = await acceptMedia(ctx, targeted)
  const rows = [...uploaded, ...accepted]
  return {
    planned: planned.map(plan => ({
      ...plan,
      ...(plan.extras && { extras: fitExtrasToFiles(plan.extras, rows, plan.positions) }),
    })),
    postFiles: rows.map((row, at): PostFile => ({ ...row, altText: altTexts[at] ?? '' })),
    discard: () => deleteUnusedMedia(ctx, { ids: accepted.map(({ id }) => id) }),
  }
}

export type PostFile = Media & { altText: string }

/**
 * Selects the media that a network publishes.
 * @returns their positions; `leftOut` explains which media the network doesn't accept
 */
export function mediaForNetwork(
  network: NetworkId,
  chosen: number[] | undefined,
  given: readonly FileKind[],
  story = false,
): { positions: number[]; leftOut?: string } {
  const { name, shortName, needsMedia } = networks[network]
  const all = acceptedPositions(network, given, undefined, story)
  const kinds = given.filter(kind => kind !== 'none')
  if ((chosen ?? all).length === 0) {
    if (story) throw invalidField('platforms', POST_MESSAGES.noFileForStory(shortName))
    if (needsMedia) throw invalidField('platforms', POST_MESSAGES.noPictureFor(name))
  }
  if (chosen?.length === 0 && all.length > 0) return { positions: [] }
  if (!chosen?.length)
    return all.length === kinds.length
      ? { positions: all }
      : { positions: all, leftOut: describeSelection(network, given, all, story) }
  const positions = given.flatMap((kind, position) =>
    chosen.includes(position) && kind !== 'none' ? [position] : [],
  )
  if (positions.length === 0 || chosen.some(position => position >= given.length))
    throw invalidField('platforms', `Please choose at least one picture or video for ${name}.`)
  const chosenKinds = positions.flatMap(position => given[position] ?? [])
  const taken = acceptedPositions(network, chosenKinds, undefined, story)
  if (taken.length < positions.length)
    throw invalidField(
      'platforms',
      `${describeMediaRules(network, story)}. Please choose ${story || !networks[network].video ? 'one' : 'one or the other'}.`,
    )
  return { positions }
}

/** Checks the number of files. @param textOnly true if the author chose to post without a picture */
export function checkMediaCount(count: number, textOnly: boolean) {
  if (textOnly && count > 0) throw invalidField('media', POST_MESSAGES.withoutPicture)
  if (count === 0 && !textOnly) throw invalidField('media', MEDIA_MESSAGES.none)
  if (count > MAX_FILES) throw invalidField('media', MEDIA_MESSAGES.count)
}

/** @throws {DomainError} `invalid` */
export const requireAltTextsWithoutFields = (altTexts: readonly string[]) =>
  requireValid('media', altTextProblem(altTexts.join(' ')))
