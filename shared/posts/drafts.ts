import * as v from 'valibot'

import { MAX_ALT_TEXT, MAX_FILES, type MediaItem } from '#shared/media/media.ts'
import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { printable } from '#shared/text.ts'
import { PostData } from './posts.ts'
import { COMPARED } from './similarity.ts'

/** Beginnings of texts by AI that a draft remembers. */
export const MAX_AI_TEXTS = 10
/** How many drafts a person can have. */
export const MAX_DRAFTS = 100

export const DRAFT_MESSAGES = {
  tooMany: `You have ${MAX_DRAFTS} drafts, which is the most. Delete one first.`,
  gone: 'This draft is no longer here: it was posted or deleted.',
  changed: 'This draft was changed in another window.',
} as const

const Words = v.optional(v.pipe(v.string(), v.maxLength(100_000, 'This text is too long.'), printable), '')
/** Of some networks: one that is written for later need not be known now. */
const WordsByNetwork = v.optional(v.partial(v.object(v.entriesFromList(NETWORK_IDS, Words))), {})
const ChoiceByNetwork = v.optional(v.partial(v.object(v.entriesFromList(NETWORK_IDS, v.boolean()))), {})

/** Shares of the original's width and height. */
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
export const CropArea = v.object({ x: share, y: share, width: share, height: share })
export type CropArea = v.InferOutput<typeof CropArea>

const MediaId = v.pipe(v.string(), v.maxLength(64))

const DraftMedia = v.object({
  mediaId: MediaId,
  altText: v.optional(v.pipe(v.string(), printable, v.maxLength(MAX_ALT_TEXT)), ''),
  /** Of a picture that was cropped: what it was cropped from, and how. */
  crop: v.optional(
    v.object({ originalId: MediaId, ratio: v.pipe(v.string(), v.maxLength(20)), area: CropArea }),
  ),
})

/** All that was entered in the composer. */
export const DraftContent = v.object({
  sameMessage: v.optional(v.boolean(), true),
  message: Words,
  messages: WordsByNetwork,
  firstComment: Words,
  firstComments: WordsByNetwork,
  /** What AI wrote, as far as it is compared: by it a message is known to be AI's. */
  aiTexts: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.maxLength(COMPARED, 'This text is too long.'), printable)),
      v.maxLength(MAX_AI_TEXTS),
    ),
    [],
  ),
  /** What its author chose; a network that is not named goes by whether it is connected. */
  networks: ChoiceByNetwork,
  isScheduled: v.optional(v.boolean(), false),
  publishAt: v.optional(
    v.nullable(v.pipe(v.string(), v.isoTimestamp('Please give an ISO 8601 instant.'))),
    null,
  ),
  timeZone: PostData.entries.timeZone,
  media: v.optional(v.pipe(v.array(DraftMedia), v.maxLength(MAX_FILES)), []),
  mediaKind: v.optional(v.nullable(v.picklist(['image', 'video'])), null),
})
export type DraftContent = v.InferOutput<typeof DraftContent>

export const SaveDraft = v.object({
  /** The version that this one was made from; 0 for one that is new. */
  version: v.pipe(
    v.number('Please give the version that you know.'),
    v.integer('Please give the version that you know.'),
    v.minValue(0),
    v.maxValue(Number.MAX_SAFE_INTEGER),
  ),
  content: DraftContent,
})
export type SaveDraft = v.InferOutput<typeof SaveDraft>

export type Draft = {
  _id: string
  version: number
  content: DraftContent
  /** What `content` names: shown pictures and videos, and the originals of those cropped. */
  media: MediaItem[]
  updatedAt: string
}

/** A draft in a list. */
export type DraftSummary = {
  _id: string
  /** The beginning of its words. */
  text: string
  networks: NetworkId[]
  mediaCount: number
  thumbnailUrl?: string
  publishAt?: string
  updatedAt: string
}
