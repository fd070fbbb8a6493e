import * as v from 'valibot'

import type { InboxAct } from '#shared/networks/declaration.ts'
import type { Usage } from './feed.ts'

/** Reads and answers what others write to an account: reviews, or comments under its posts. */
export type Inbox = {
  /** True if a second reply replaces the first, so that it may be sent again without a wait. */
  replacesReplies: boolean
  /** Returns the form in which people write a review, or undefined if the network provides none. Absent for comments. */
  reviewForm?(access: InboxAccess): Promise<ReviewForm | undefined>
  /** Lists the account's latest posts with comments; for reviews, a single thread. Makes one or two calls. */
  threads(access: InboxAccess): Promise<InboxThread[]>
  /**
   * Reads a thread's items, newest first, up to a limit.
   * @param options.since may leave out items that haven't changed since then
   */
  items(access: InboxAccess, threadId: string, options: { since?: Date | undefined }): Promise<ThreadItems>
  /** Returns the item as the network shows it now, or undefined if it is gone. */
  find(access: InboxAccess, item: ItemRef): Promise<RemoteItem | undefined>
  /**
   * Answers an item, and returns the answer's id.
   * @throws {NetworkError} of kind `unknown` if the answer may exist
   */
  reply(access: InboxAccess, item: ItemRef, message: string): Promise<string>
  /**
   * Changes the text of the account's answer, if the network's declaration has `editsReplies`. Idempotent.
   * @throws {NetworkError} of kind `unknown` if it may have taken effect
   */
  editReply?(access: InboxAccess, replyId: string, message: string): Promise<void>
  /**
   * Performs an act that the network's declaration lists. Idempotent.
   * @throws {NetworkError} of kind `unknown` if it may have taken effect
   */
  act?(access: InboxAccess, item: ItemRef, act: InboxAct): Promise<void>
}

/** The network's form for reviews. `shortUrl` is the network's short link to the form, or empty. */
export type ReviewForm = { url: string; shortUrl: string }

export type InboxAccess = {
  now(): Date
  onUsage(usage: Usage): void
  accountId: string
  /** The account's name on its network, by which its own comments are recognised. */
  username: string
  token: string
}

export type InboxThread = {
  id: string
  /** Beginning of the post's text; empty for reviews. */
  text: string
  permalink: string
  /** Number of items including answers, by the network's own count; null if it has none. */
  count: number | null
}

export type ThreadItems = {
  items: RemoteItem[]
  /** True if every item of the thread is listed, so that a missing one was deleted. */
  isComplete: boolean
}

export type ItemRef = {
  externalId: string
  threadId: string
  /** The comment under which this one is shown; empty for a top comment or a review. */
  parentId: string
}

export type RemoteItem = ItemRef & {
  author: string
  text: string
  /** 1 to 5; null for comments. */
  stars: number | null
  permalink: string
  createdAt: Date
  updatedAt: Date
  isHidden: boolean
  /** Undefined if the network's response doesn't include it. */
  isLiked?: boolean
  /** The account's answers to the item, oldest first. */
  replies: RemoteReply[]
}

/** `isRejected`: the network accepted the answer, but refused to show it. */
export type RemoteReply = { id: string; text: string; at: Date; isRejected?: boolean }

const MAX_AUTHOR = 200
const MAX_TEXT = 10_000
const MAX_URL = 2000

const cut = (max: number) =>
  v.pipe(
    v.nullish(v.string(), ''),
    v.transform(text => text.slice(0, max).toWellFormed()),
  )
/** Name of an author, cut to a maximum length, because strangers choose it. */
export const AuthorName = cut(MAX_AUTHOR)
export const ItemText = cut(MAX_TEXT)

/** An http(s) URL. Any other text becomes empty. */
export const WebUrl = v.pipe(
  v.nullish(v.string(), ''),
  v.transform(url => (url.length <= MAX_URL && /^https?:\/\//.test(url) ? url : '')),
)

/** A time. Invalid text becomes the epoch. */
export const Instant = v.pipe(
  v.nullish(v.string(), ''),
  v.transform(text => new Date(Date.parse(text) || 0)),
)

/** Returns the account's comments of a thread that count as answers to an item: those of the same second or later. */
export const answersSince = (item: { createdAt: Date }, own: readonly RemoteReply[]): RemoteReply[] =>
  own
    .filter(({ at }) => Math.floor(+at / 1000) >= Math.floor(+item.createdAt / 1000))
    .toSorted((a, b) => +a.at - +b.at)

/** Stands in for an author whom the network doesn't name. */
export const unnamedAuthor = (network: string) => `Someone on ${network}`
