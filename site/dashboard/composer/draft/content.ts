import { computed } from 'nanostores'

import type { MediaItem } from '#shared/media/media.ts'
import { byNetwork } from '#shared/networks.ts'
import type { Draft as SavedDraft, DraftContent } from '#shared/posts/drafts.ts'
import { normalizeExtras } from '#shared/posts/extras-rules.ts'
import { coverIds } from '#shared/posts/extras.ts'
import { $aiTexts, aiTextsOf, rememberAiTexts } from '#site/dashboard/composer/ai/writing.ts'
import {
  $covers,
  $media,
  type DraftMedia,
  fromItem,
  itemOf,
  resetMedia,
  $chosenKind,
} from '#site/dashboard/composer/media/media.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { hash } from '#site/lib/hash.ts'
import { $choices, $draft, $errors, emptyDraft } from './draft.ts'

/** The composer's content as the server saves it, without files that are still uploading. */
export const $content = computed(
  [$draft, $choices, $media, $covers, $chosenKind, $aiTexts],
  ({ extras, texts, publishAt, repeat, ...draft }, choices, media, covers, kind, aiTexts): DraftContent => ({
    ...draft,
    ...(Object.keys(extras).length > 0 && { extras }),
    ...(texts.length > 0 && { texts }),
    aiTexts: aiTextsOf([draft.message, ...Object.values(draft.messages)], aiTexts),
    networks: choices,
    publishAt: publishAt?.toISOString() ?? null,
    // Not a dependency, because selecting another business doesn't change the post.
    timeZone: $businessZone.get(),
    repeat: repeat?.until ? repeat : null,
    media: [...media.flatMap(toContent), ...shownIn(extras, covers)],
    mediaKind: kind ?? null,
  }),
)

const shownIn = (extras: DraftContent['extras'], covers: readonly MediaItem[]) =>
  covers.flatMap(({ _id }) =>
    coverIds(Object.values(extras ?? {})).includes(_id) ? [{ mediaId: _id, altText: '' }] : [],
  )

function toContent(media: DraftMedia): DraftContent['media'] {
  const { altText, crop, networks } = media
  const item = itemOf(media)
  if (!item) return []
  const cut = crop && { originalId: crop.original._id, ratio: crop.ratio, area: crop.area }
  return [{ mediaId: item._id, altText, ...(cut && { crop: cut }), ...(networks && { networks }) }]
}

/** Returns true if the author has entered text, files or extras. */
export function hasContent({
  message,
  messages,
  firstComment,
  firstComments,
  media,
  extras = {},
}: DraftContent) {
  const texts = [message, firstComment, ...Object.values(messages), ...Object.values(firstComments)]
  return (
    media.length > 0 ||
    Object.values(extras).some(value => normalizeExtras(value) !== null) ||
    texts.some(text => (text ?? '').trim() !== '')
  )
}

export function fillComposer({ content, media }: Pick<SavedDraft, 'content' | 'media'>) {
  const items = new Map(media.map(item => [item._id, item]))
  const { aiTexts, networks, timeZone: _, media: files, mediaKind, ...entered } = content
  resetMedia()
  $draft.set({
    ...emptyDraft(),
    ...entered,
    messages: byNetwork(network => entered.messages[network] ?? ''),
    firstComments: byNetwork(network => entered.firstComments[network] ?? ''),
    publishAt: entered.publishAt ? new Date(entered.publishAt) : null,
  })
  rememberAiTexts(aiTexts)
  $choices.set(networks)
  $chosenKind.set(mediaKind ?? undefined)
  const covers = coverIds(Object.values(entered.extras ?? {}))
  $media.set(files.flatMap(saved => (covers.includes(saved.mediaId) ? [] : fromSaved(saved, items))))
  $covers.set(media.filter(({ _id }) => covers.includes(_id)))
  $errors.set({})
}

function fromSaved(
  { mediaId, altText, crop, networks }: DraftContent['media'][number],
  items: ReadonlyMap<string, MediaItem>,
): DraftMedia[] {
  const item = items.get(mediaId)
  if (!item) return []
  const original = crop && items.get(crop.originalId)
  const cut = original && { original, ratio: crop.ratio, area: crop.area }
  return [{ ...fromItem(item, altText), ...(cut && { crop: cut }), networks }]
}

/** Returns the uploaded files and the originals of cropped ones, which the device's copy shows. */
export const mediaItems = (): MediaItem[] => [
  ...$media.get().flatMap(each => [itemOf(each) ?? [], each.crop?.original ?? []].flat()),
  ...$covers.get(),
]

export const sameContent = (a: DraftContent, b: DraftContent) => sortedJson(a) === sortedJson(b)

export const fingerprint = (content: DraftContent) => hash(sortedJson(content))

const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
