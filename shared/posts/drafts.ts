import * as v from 'valibot'

import { MAX_ALT_TEXT, MAX_FILES, type MediaItem } from '#shared/media/media.ts'
import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { MAX_COMPARED } from '#shared/text/similarity.ts'
import { Id, Instant, printable } from '#shared/text/text.ts'
import { PostExtras, Fraction } from './extras.ts'
import { Labels } from './labels.ts'
import { PostData } from './posts.ts'
import { MAX_TEXTS, Repeat } from './series.ts'

export const MAX_AI_TEXTS = 10
export const MAX_DRAFTS = 500

export const DRAFT_MESSAGES = {
  tooMany: `You have ${MAX_DRAFTS} drafts, which is the limit. Delete one first.`,
  gone: 'This draft was deleted.',
  posted: 'This draft has been posted. You’ll find it in View Social Posts.',
  postedAs: (excerpt: string) => `“${excerpt}” has been posted. You’ll find it in View Social Posts.`,
  changed: 'This draft was changed in another window.',
} as const

const Text = v.optional(v.pipe(v.string(), v.maxLength(100_000, 'This text is too long.'), printable), '')
/** Optional per network, so that stored drafts stay valid when a network is added. */
const TextByNetwork = v.optional(v.partial(v.object(v.entriesFromList(NETWORK_IDS, Text))), {})
const ChoiceByNetwork = v.optional(v.partial(v.object(v.entriesFromList(NETWORK_IDS, v.boolean()))), {})

export const CropArea = v.object({ x: Fraction, y: Fraction, width: Fraction, height: Fraction })
export type CropArea = v.InferOutput<typeof CropArea>

const DraftMedia = v.object({
  mediaId: Id,
  altText: v.optional(v.pipe(v.string(), printable, v.maxLength(MAX_ALT_TEXT)), ''),
  /** The only networks that get the file; absent if all of the post's do. */
  networks: v.optional(v.array(v.picklist(NETWORK_IDS))),
  /** Original and rectangle of a cropped picture. */
  crop: v.optional(v.object({ originalId: Id, ratio: v.pipe(v.string(), v.maxLength(20)), area: CropArea })),
})

/** The input of the composer. */
export const DraftContent = v.object({
  sameMessage: v.optional(v.boolean(), true),
  message: Text,
  messages: TextByNetwork,
  firstComment: Text,
  firstComments: TextByNetwork,
  /**
   * The extras that the author has entered so far, which may be incomplete. Null means none, undefined the business's button.
   * Drafts of earlier releases lack them.
   */
  extras: v.optional(v.partial(v.object(v.entriesFromList(NETWORK_IDS, v.nullable(PostExtras))))),
  /** Texts written by AI, for recognising them in the message. Cut to the length that is compared. */
  aiTexts: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.maxLength(MAX_COMPARED, 'This text is too long.'), printable)),
      v.maxLength(MAX_AI_TEXTS),
    ),
    [],
  ),
  /** Networks that the author switched on or off. For others, see `startingNetworks`. */
  networks: ChoiceByNetwork,
  isScheduled: v.optional(v.boolean(), false),
  publishAt: v.optional(v.nullable(Instant), null),
  /** True if the post takes the next free posting time. `publishAt` is then the time that was free when the author chose. */
  slot: v.optional(v.boolean()),
  timeZone: PostData.entries.timeZone,
  /** Drafts of earlier releases lack it. */
  repeat: v.optional(v.nullable(Repeat)),
  texts: v.optional(v.pipe(v.array(Text), v.maxLength(MAX_TEXTS - 1))),
  media: v.optional(v.pipe(v.array(DraftMedia), v.maxLength(MAX_FILES)), []),
  /** The author's choice to post without a picture. Drafts of earlier releases lack it. */
  textOnly: v.optional(v.boolean()),
  /** The networks that this choice switched off, because they need a picture. */
  leftOut: v.optional(v.array(v.picklist(NETWORK_IDS))),
  /** Drafts of earlier releases lack them. */
  labels: v.optional(Labels),
  mediaKind: v.optional(v.nullable(v.picklist(['image', 'video'])), null),
})
export type DraftContent = v.InferOutput<typeof DraftContent>

export const SaveDraft = v.object({
  /** Version that this one is based on; 0 for a new draft. */
  version: v.pipe(
    v.number('Please send the version that you last saw.'),
    v.integer('Please send the version that you last saw.'),
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
  /** Media that `content` refers to, including originals of cropped pictures. */
  media: MediaItem[]
  updatedAt: string
}

export const DraftQuery = v.object({
  /** Lists drafts of all businesses of the user: at most `MAX_LISTED_DRAFTS`, last changed first. */
  businesses: v.optional(v.literal('all')),
  /** Text that the draft must contain. */
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
})
export type DraftQuery = v.InferOutput<typeof DraftQuery>

/** Maximum number of drafts in a list of all businesses. */
export const MAX_LISTED_DRAFTS = 12

export type DraftSummary = {
  _id: string
  /** The beginning of the message. */
  text: string
  networks: NetworkId[]
  /** Networks that the author switched off, if any. The draft goes to the others of `startingNetworks`. */
  networksOff?: NetworkId[]
  mediaCount: number
  thumbnailUrl?: string
  publishAt?: string
  /** Present if the post takes the next free posting time. `publishAt` is the time that was free when the draft was saved. */
  slot?: true
  updatedAt: string
  /** Name of the colleague who wrote the draft; absent on the user's own drafts. */
  author?: string
  /** Only in lists of all businesses. */
  domainId?: string
}
