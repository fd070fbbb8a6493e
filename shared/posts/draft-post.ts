import type { MediaKind } from '#shared/media/media.ts'
import type { NetworkId } from '#shared/networks.ts'
import { commentFor, type Extras, messageFor, type Texts } from './draft-texts.ts'
import type { DraftContent } from './drafts.ts'
import { takesExtras, normalizeExtras } from './extras-rules.ts'
import type { PostData } from './posts.ts'

export type FinishedDraft = {
  draft: Texts &
    Extras &
    Pick<DraftContent, 'isScheduled' | 'slot' | 'repeat' | 'texts' | 'textOnly' | 'labels'>
  networks: readonly NetworkId[]
  files: readonly { id: string; kind: MediaKind; altText: string }[]
  /** Ids of pictures that are the cover of a video on some network. */
  covers: readonly string[]
  positions: Record<NetworkId, number[]>
  timeZone: string
}

/** Builds the `data` of auth/createPosts from a draft. Covers follow the files. */
export function buildPostData({
  draft,
  networks,
  files,
  covers,
  positions,
  timeZone,
}: FinishedDraft): Omit<PostData, 'timestamp'> {
  const { extras = {}, isScheduled, slot, repeat, texts = [], textOnly = false, labels = [] } = draft
  const shownCovers = networks.flatMap(network => {
    const [only, ...others] = positions[network].map(position => files[position])
    const cover = covers.find(id => id === normalizeExtras(extras[network])?.coverId)
    return cover && only?.kind === 'video' && others.length === 0 ? cover : []
  })
  const mediaIds = [...files.map(({ id }) => id), ...new Set(shownCovers)]
  return {
    platforms: networks.map(platform => ({
      platform,
      message: messageFor(draft, platform),
      ...(commentFor(draft, platform).trim() && { firstComment: commentFor(draft, platform) }),
      ...(takesExtras(platform) &&
        extras[platform] !== undefined && { extras: normalizeExtras(extras[platform]) }),
      ...(positions[platform].length < mediaIds.length && { media: positions[platform] }),
    })),
    mediaIds,
    altTexts: files.map(({ altText }) => altText.trim()),
    ...(isScheduled && slot && { slot: 'next' as const }),
    ...(isScheduled && repeat && { repeat, texts: [...texts] }),
    textOnly: textOnly && files.length === 0,
    labels: [...labels],
    timeZone,
  }
}
