import * as v from 'valibot'

import { MAX_ALT_TEXT, MAX_FILES, MEDIA_MESSAGES, type MediaItem } from '#shared/media/media.ts'
import { byNetwork, CHOOSE_NETWORK, NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import { pageSize } from '#shared/pagination.ts'
import { withoutMarks } from '#shared/text/graphemes.ts'
import { ClientId, Id, Instant, Message, printable } from '#shared/text/text.ts'
import { TimeZone } from '#shared/time-zone.ts'
import type { Approval } from './approvals.ts'
import { PostExtras } from './extras.ts'
import { Labels } from './labels.ts'
import { Repeat, type Series, Texts } from './series.ts'

export const POST_MESSAGES = {
  noPlatform: 'Please select at least one platform to post to.',
  noMessage: 'Please enter a message to post.',
  noMessageFor: (network: string) => `Please enter a message for ${network}.`,
  noMedia: MEDIA_MESSAGES.none,
  phoneNumber: (network: string, number: string) =>
    `${network} doesn’t allow phone numbers in posts. Please remove ${number}: your profile shows yours anyway.`,
  noPictureFor: (network: string) =>
    `${network} takes pictures. Please add one, or turn ${network} off for this post.`,
  noFileForStory: (network: string) =>
    `A story needs a picture or a video. Please add one, or make it a post on ${network}.`,
  withoutPicture: 'You chose to post without a picture but added files. Remove the files, or post with them.',
  noTime: 'Please choose a date and time to schedule.',
  pastTime: 'Please choose a time in the future.',
  tooLong: (over: number, length: number, limit: number) =>
    `Message exceeds limit by ${over} ${over === 1 ? 'character' : 'characters'} (${length}/${limit})`,
  tooManyBytes: 'Message has too many emoji and accents for its length. Please shorten it.',
  changed: 'This post was changed in another window. Reload it to see the changes.',
  accepted: 'Success! Your post has been submitted and will appear after it’s published',
  failed: 'Failed to process request. Please try again.',
  leaving: 'Your account is about to be deleted, so nothing goes out. Keep your account, then try again.',
} as const

/** Messages for a chosen network without an account. */
export const NOT_CONNECTED = byNetwork(network => networks[network].account.notConnectedMessage)

/** Tolerates a scheduled time that passes during the request. */
export const SCHEDULE_GRACE_SECONDS = 60
export const SCHEDULE_MAX_DAYS = 366

export const PlatformMessage = v.object({
  platform: v.picklist(NETWORK_IDS, CHOOSE_NETWORK),
  message: v.optional(Message, ''),
  /** Positions of the media for this network, or none. If omitted, the network gets all that it accepts. */
  media: v.optional(
    v.pipe(
      v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_FILES - 1))),
      v.maxLength(MAX_FILES),
    ),
  ),
  /** Added under the post after publishing. */
  firstComment: v.optional(Message),
  /**
   * An event, an offer, a button, an article’s parts, people, a cover or a story. Null removes them. If omitted, an edited post
   * keeps them, and a new one gets the business's button, if it has one.
   */
  extras: v.optional(v.nullable(PostExtras)),
})
export type PlatformMessage = v.InferOutput<typeof PlatformMessage>

const Platforms = v.pipe(
  v.array(PlatformMessage, POST_MESSAGES.noPlatform),
  v.minLength(1, POST_MESSAGES.noPlatform),
  v.maxLength(NETWORK_IDS.length, 'Please list each platform once.'),
  v.check(
    list => new Set(list.map(item => item.platform)).size === list.length,
    'Please list each platform once.',
  ),
)

/** The `data` part of auth/createPosts. */
export const PostData = v.object({
  platforms: v.optional(Platforms, []),
  timestamp: v.optional(v.pipe(v.string(), v.maxLength(64))),
  /** Alt text of each picture, in the order of the media. */
  altTexts: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), printable, v.trim(), v.maxLength(MAX_ALT_TEXT))),
      v.maxLength(MAX_FILES),
    ),
    [],
  ),
  /** Media uploaded earlier. Files in the form are appended. */
  mediaIds: v.optional(v.pipe(v.array(Id), v.maxLength(MAX_FILES, MEDIA_MESSAGES.count)), []),
  /** The author's choice to post without a picture, on networks that allow it. */
  textOnly: v.optional(v.boolean(), false),
  /** The draft that becomes this post; deleted when the post is created. */
  draftId: v.optional(ClientId),
  /** The version of the draft that its author saw. A newer one isn't deleted. */
  draftVersion: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** IANA zone in which the author chose the time. */
  timeZone: v.optional(TimeZone, 'UTC'),
  /** `next` publishes at the next free posting time of the business, instead of at `scheduledTime`. */
  slot: v.optional(v.picklist(['next'], 'Please choose next, or a time.')),
  labels: v.optional(Labels, []),
  /** Repeats the post at the same time of day in the business's zone, as separate posts. */
  repeat: v.optional(Repeat),
  texts: v.optional(Texts),
  /** Sends the post for approval even if no rule requires it. */
  submit: v.optional(v.boolean()),
})
export type PostData = v.InferOutput<typeof PostData>

export const DELIVERY_STATES = [
  'draft',
  'in_review',
  'changes_requested',
  'scheduled',
  'publishing',
  'unconfirmed',
  'held',
  'published',
  'failed',
  'canceled',
] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** States in which a delivery occupies its time in the calendar. */
export const UNCANCELED_STATES = DELIVERY_STATES.filter(state => state !== 'canceled')

/** States in which a delivery waits for an approval. The engine never claims it. */
export const REVIEW_STATES: DeliveryState[] = ['in_review', 'changes_requested']

/** States in which a delivery may still be changed. */
export const CHANGEABLE_STATES = [
  'draft',
  'in_review',
  'changes_requested',
  'scheduled',
  'held',
  'failed',
] as const satisfies DeliveryState[]

/** Reason code of a `failed` delivery that may be public: reconciliation ended without a result. */
export const NEVER_CONFIRMED = 'never_confirmed'

/** Reason code of a delivery that reached its publishing call without the approval that its business requires. */
export const NOT_APPROVED = 'not_approved'

/** Reason code of a delivery that was not approved by its time. */
export const APPROVAL_MISSED = 'approval_missed'

/** Reason code of a delivery that can't go out in time because of its network's limit. It is held at its next attempt. */
export const COOL_DOWN_TOO_LONG = 'limited'

/** Reason code of a delivery that should have gone out immediately, and waits until its network ends the account's pause. */
export const AFTER_COOL_DOWN = 'after_pause'

/** Reason code of a delivery that is held because a different account is connected now. */
export const ANOTHER_ACCOUNT = 'another_account'

/** `waiting` until the post is published; `unconfirmed` while its existence is unknown. */
export const FIRST_COMMENT_STATES = ['waiting', 'adding', 'unconfirmed', 'added', 'failed'] as const
export type FirstCommentState = (typeof FIRST_COMMENT_STATES)[number]

/** States of a delivery that goes out automatically or once it is approved. Screens call only the first “scheduled”. */
const PLANNED_STATES = [
  'scheduled',
  'in_review',
  'changes_requested',
  'draft',
] as const satisfies DeliveryState[]

/** Returns the text of a post in lists: the title of an article, or the message without Markdown. */
export const listedText = ([first]: readonly { message: string; extras?: PostExtras | null | undefined }[]) =>
  (first?.extras?.kind === 'article' && first.extras.title.trim()) || withoutMarks(first?.message ?? '')

export const isPlanned = ({ state }: { state: DeliveryState }): boolean =>
  (PLANNED_STATES as readonly DeliveryState[]).includes(state)

/** States of a delivery that didn't or can't go out at its time. */
export const PROBLEM_STATES = ['held', 'failed'] as const satisfies DeliveryState[]

/** Tabs of Manage Social Posts, each with the states that it shows. */
export const POST_TABS = {
  scheduled: ['scheduled', 'in_review', 'draft'],
  progress: ['publishing', 'unconfirmed'],
  attention: ['changes_requested', ...PROBLEM_STATES],
  published: ['published'],
} as const satisfies Record<string, readonly DeliveryState[]>
export type PostTab = keyof typeof POST_TABS

/** The tabs, and `review`: the posts that wait for the caller's approval. These are also in one of the tabs. */
export const POST_LISTS = ['scheduled', 'review', 'progress', 'attention', 'published'] as const
export type PostListName = (typeof POST_LISTS)[number]

/** Number of posts in each list. `review` is missing for callers who have nothing to approve. */
export type PostCounts = Record<PostTab, number> & { review?: number }

/** Reason codes of deliveries that were held for lack of an approval. */
export const HELD_UNAPPROVED: readonly string[] = [NOT_APPROVED, APPROVAL_MISSED]

export const PostCountQuery = v.object({ domainId: v.optional(Id) })
export type PostCountQuery = v.InferOutput<typeof PostCountQuery>

export const PostQuery = v.object({
  domainId: v.optional(Id),
  tab: v.optional(v.picklist(POST_LISTS)),
  state: v.optional(v.picklist(DELIVERY_STATES)),
  from: v.optional(Instant),
  to: v.optional(Instant),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** Page number from 1, as an alternative to a cursor. */
  page: v.optional(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,2}$/, 'Please give the number of a page.'), v.transform(Number)),
  ),
  /** Text that the message must contain. */
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
  network: v.optional(v.picklist(NETWORK_IDS, CHOOSE_NETWORK)),
  label: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** `reactions` lists only published posts, most reactions first. It requires `page`. */
  sort: v.optional(v.picklist(['reactions'], 'Please choose reactions, or leave the sort out.')),
  limit: pageSize(20),
})
export type PostQuery = v.InferOutput<typeof PostQuery>

export const EditPost = v.object({
  platforms: v.optional(Platforms),
  altTexts: PostData.entries.altTexts,
  scheduledTime: v.optional(
    v.pipe(
      v.number('Please choose a date and time to schedule.'),
      v.integer(),
      v.minValue(0),
      v.maxValue(32_503_680_000),
    ),
  ),
  timeZone: v.optional(PostData.entries.timeZone.wrapped),
  /** The version that the author has seen; if omitted, the last change wins. */
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
})
export type EditPost = v.InferOutput<typeof EditPost>

/** The author's consent to publish on the account that replaced the original one. */
export const OnConnected = v.object({ onConnectedAccount: v.optional(v.boolean(), false) })
export type OnConnected = v.InferOutput<typeof OnConnected>

export const MovePost = v.object({
  /** Time in Unix seconds. */
  scheduledTime: v.pipe(
    v.number(POST_MESSAGES.noTime),
    v.integer(POST_MESSAGES.noTime),
    v.minValue(0),
    v.maxValue(32_503_680_000),
  ),
})
export type MovePost = v.InferOutput<typeof MovePost>

export type Delivery = {
  _id: string
  network: NetworkId
  account: { name: string; username: string; picture: string } | null
  /** Name of the original account, if a different one is connected now. */
  writtenFor?: string
  message: string
  state: DeliveryState
  /** Explains the state and the next step; empty if there is no problem. */
  reason: string
  reasonCode: string
  /** Present if a retry would fail until the text or media are changed. */
  needsEdit?: true
  /** Present if the user must check or change something on the network before a retry; `reason` says what. */
  needsCheck?: true
  publishAt: string
  /** Time of the next attempt or reconciliation, if any. */
  nextAttemptAt?: string
  /** Present while the network has paused the account: a delivery that goes out before then waits until then. */
  pausedUntil?: string
  publishedAt?: string
  permalink?: string
  /** Positions of the post's media for this network. Present if the author chose them, and in reviews. */
  mediaPositions?: number[]
  figures?: { likes: number; comments: number }
  /** Time at which the post was deleted on the network, if known. */
  removedAt?: string
  /** `reason` explains why the comment was not added or is unconfirmed. */
  firstComment?: { message: string; state: FirstCommentState; reason: string }
  /** Present if the post is an event, an offer or a story there, or has a button. */
  extras?: PostExtras
}

export type Post = {
  _id: string
  domainId: string
  publishAt: string
  timeZone: string
  /** Number of changes of the content or time. */
  version: number
  createdAt: string
  /** Name of the author; `FORMER_MEMBER` once they have deleted their login. */
  author: string
  /** Present if the user is the author. */
  isOwn?: true
  /** Present if the business requires approval, or the post waits for one. */
  approval?: Approval
  labels?: string[]
  /** Present if the post repeats. */
  series?: Series
  media: MediaItem[]
  deliveries: Delivery[]
}

/** One post of a series that isn't cancelled. */
export type Occurrence = {
  _id: string
  publishAt: string
  /** The most important state among its networks. */
  state: DeliveryState
  /** Present if a decision on the requested post may also apply to this one, which has the same content and approval. */
  alike?: true
  /** Position of its text among the texts that take turns, from 0. */
  text: number
  /** Present if this post's content was changed without the rest of the series. */
  differs?: true
}

export const SPREADSHEET_FORMATS = ['csv', 'xlsx'] as const
export type SpreadsheetFormat = (typeof SPREADSHEET_FORMATS)[number]

export const ExportPosts = v.object({
  format: v.optional(v.picklist(SPREADSHEET_FORMATS), 'csv'),
  domainId: PostQuery.entries.domainId,
  tab: v.optional(v.picklist([...POST_LISTS, 'drafts'])),
  from: PostQuery.entries.from,
  to: PostQuery.entries.to,
  label: PostQuery.entries.label,
})
export type ExportPosts = v.InferOutput<typeof ExportPosts>
