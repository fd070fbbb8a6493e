import * as v from 'valibot'

import { NETWORK_IDS, type NetworkId, networks } from './networks.ts'
import { INBOX_ACTS, INBOX_KINDS, type InboxAct, type InboxKind } from './networks/declaration.ts'
import { pageSize } from './pagination.ts'
import { plural } from './plural.ts'
import { hasVisible } from './text/characters.ts'
import { byteLength, lengthIn } from './text/lengths.ts'
import { hashtagsOf } from './text/tags.ts'
import { Id, Message, required } from './text/text.ts'

/** Networks whose reviews or comments are read and answered here. */
export const INBOX_NETWORKS = NETWORK_IDS.filter(id => networks[id].inbox)

/** `closed`: a member decided that the item needs no answer, or its network hides it. `removed`: deleted on its network. */
export const INBOX_STATES = ['open', 'answered', 'closed', 'removed'] as const
export type InboxState = (typeof INBOX_STATES)[number]

/** States of an answer or act. `unconfirmed`: the call went out, and no usable response arrived. */
export const CALL_STATES = ['waiting', 'sending', 'unconfirmed', 'sent', 'failed'] as const
type CallState = (typeof CALL_STATES)[number]

/** Reviews with at most this many stars are pushed to members who may publish, because only they may answer. */
export const LOW_STARS = 3

export const INBOX_FILTERS = ['open', 'answered', 'closed', 'all'] as const
export type InboxFilter = (typeof INBOX_FILTERS)[number]

const MAX_INBOX_SEARCH = 100

const filters = {
  /** All businesses of the caller if omitted. */
  domainId: v.optional(Id),
  network: v.optional(v.picklist(NETWORK_IDS)),
  kind: v.optional(v.picklist(INBOX_KINDS)),
  stars: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-5](-[1-5])?$/, 'Please give a number of stars from 1 to 5, or two of them.'),
    ),
  ),
  /** The assigned member: an id, `me` or `none`. */
  assignee: v.optional(Id),
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(MAX_INBOX_SEARCH))),
}

export const InboxQuery = v.object({
  ...filters,
  state: v.optional(v.picklist(INBOX_FILTERS), 'open'),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(300))),
  limit: pageSize(50),
})
export type InboxQuery = v.InferOutput<typeof InboxQuery>

export const InboxCountQuery = v.object({ domainId: filters.domainId })
export type InboxCountQuery = v.InferOutput<typeof InboxCountQuery>

export type InboxItem = {
  _id: string
  domainId: string
  network: NetworkId
  kind: InboxKind
  author: string
  text: string
  stars: number | null
  createdAt: string
  /** Time of the author's last edit; null if the author hasn't edited the item. */
  editedAt: string | null
  version: number
  state: InboxState
  /** True if the network shows the item only to its author and the account. */
  hidden: boolean
  liked: boolean
  read: boolean
  /** URL on the network; empty if the network provides none. */
  permalink: string
  /** The post under which a comment was written; null for reviews. */
  post: { text: string; permalink: string } | null
  assignee: { _id: string; fullname: string } | null
  reply: InboxReply | null
  notes: number
  /** An act that the network hasn't carried out yet, or that failed there. */
  act: InboxItemAct | null
}

export type InboxReply = {
  text: string
  /** Null until the network has received the answer. */
  at: string | null
  state: CallState
  /** Reason why the call waits or has failed. */
  reason: string
  /** The member who wrote the answer; null if it was written on the network. */
  by: { _id: string; fullname: string } | null
  /** True for an answer from here whose text the network lets us change. */
  isEditable: boolean
  isEdited: boolean
  /** A new text that the network doesn't show yet, or that it rejected. */
  edit: { text: string; state: Exclude<CallState, 'sent'>; reason: string } | null
}

export type InboxItemAct = {
  act: InboxAct
  state: Exclude<CallState, 'sent'>
  /** Reason why the call waits or has failed. */
  reason: string
  by: { _id: string; fullname: string } | null
}

export type InboxCounts = { open: number; unread: number }

/** An account whose reviews or comments can't be read; `paused` ends by itself. */
export type InboxTrouble = {
  domainId: string
  network: NetworkId
  cause: 'permission' | 'signed_out' | 'paused'
}

/**
 * State of the accounts whose reviews and comments are read. `isReading` is true until each has been read once. `checkedAt` is the
 * oldest of their latest reads.
 */
export type InboxStatus = {
  troubles: InboxTrouble[]
  isReading: boolean
  accounts: number
  checkedAt: string | null
}

export const INBOX_MESSAGES = {
  gone: 'This was deleted on its network, or its account was disconnected.',
  noText: 'Please write an answer.',
  edited: 'This was changed after you opened it. Read it again, then send your answer.',
  editedBeforeAct: 'This was changed after you opened it. Read it again, then decide.',
  begun: 'This can’t be taken back any more. It’s done, or being done.',
  sending: (name: string) => `${name} is answering this at the moment.`,
  sendingYours: 'You’ve answered this already, and your answer is on its way.',
  answered: (name: string, time: string) => `${name} answered this at ${time}.`,
  notEditable: 'This answer can’t be changed here.',
  answeredThere: (network: string) => `This was already answered on ${network}.`,
  notMember: 'This person isn’t a member of the business.',
  hiddenFirst: 'This is hidden. Show it again, then send your answer.',
} as const

/** Returns true if an act would change nothing, because the item is already hidden, shown, liked or unliked. */
export const hasNoEffect = (
  act: InboxAct,
  { hidden, liked }: Pick<InboxItem, 'hidden' | 'liked'>,
): boolean => {
  switch (act) {
    case 'hide':
      return hidden
    case 'show':
      return !hidden
    case 'like':
      return liked
    case 'unlike':
      return !liked
    case 'delete':
      return false
  }
}

/** Returns the acts that a member can perform on an item now. */
export const actsOn = (item: Pick<InboxItem, 'network' | 'state' | 'hidden' | 'liked'>): InboxAct[] =>
  item.state === 'removed'
    ? []
    : (networks[item.network].inbox?.acts.filter(act => !hasNoEffect(act, item)) ?? [])

/** Returns true for a network whose editors approve comments before they are public. */
export const moderatesComments = (network: NetworkId): boolean =>
  networks[network].inbox?.hiddenItems === 'unapproved'

/** Returns the reason why a network would reject an answer; undefined if it wouldn't. */
export function replyProblem(network: NetworkId, text: string): string | undefined {
  if (!hasVisible(text)) return INBOX_MESSAGES.noText
  const { name, inbox, lengthUnit } = networks[network]
  if (!inbox) return `${name} takes no answers.`
  const over = lengthIn(lengthUnit, text) - inbox.maxChars
  if (over > 0) return `This is ${plural(over, 'character')} too long for ${name}. Shorten it, then send it.`
  if (inbox.maxBytes && byteLength(text) > inbox.maxBytes)
    return `This is too long for ${name}. Shorten it, then send it.`
  if (inbox.maxHashtags && hashtagsOf(text).length > inbox.maxHashtags)
    return `${name} takes up to ${inbox.maxHashtags} hashtags in a comment. Remove some, then send it.`
  return undefined
}

const Version = v.pipe(v.number('Please give the version.'), v.integer(), v.minValue(1))

export const ReplyInput = v.object({
  message: Message,
  /** Version of the item that the writer has seen. */
  version: Version,
})
export type ReplyInput = v.InferOutput<typeof ReplyInput>

export const ActInput = v.object({
  act: v.picklist(INBOX_ACTS),
  /** Version of the item that the member has seen. If omitted, the latest version is changed. */
  version: v.optional(Version),
})
export type ActInput = v.InferOutput<typeof ActInput>

export const ChangeItem = v.object({
  state: v.optional(v.picklist(['open', 'closed'])),
  /** Id of the assigned member; null for nobody. */
  assignee: v.optional(v.nullable(Id)),
  read: v.optional(v.literal(true)),
})
export type ChangeItem = v.InferOutput<typeof ChangeItem>

/** The network's form in which customers review a location. `shortUrl` is the network's short link to the form, or empty. */
export type ReviewForm = { url: string; shortUrl: string; name: string }

export const NO_REVIEW_FORM =
  'Google has no review form for this location yet. Verify it in Google Business Profile, then come back.'

const MAX_NOTE = 2000
/** Maximum number of notes about an item. */
export const MAX_NOTES = 100

export const NOTE_MESSAGES = {
  empty: 'Please write a note.',
  gone: 'This note no longer exists.',
  tooMany: `An item has up to ${MAX_NOTES} notes.`,
} as const

/** A note by a member, for members only. */
export type InboxNote = {
  _id: string
  text: string
  createdAt: string
  /** Null if the writer has left the business. */
  by: { _id: string; fullname: string } | null
  /** True for the reader’s own note, which they can delete. */
  isYours: boolean
}

export const SaveNote = v.object({ text: required(NOTE_MESSAGES.empty, MAX_NOTE) })
export type SaveNote = v.InferOutput<typeof SaveNote>
