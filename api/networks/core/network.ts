import type { NetworkId } from '#shared/networks.ts'
import type { Feed } from './feed.ts'
import type { InsightsReader } from './insights.ts'

/** What every social network must offer. Adapters know no database, no feature and no route. */
export type Network = {
  id: NetworkId
  /**
   * Brings the publication out, going on from what the journal holds.
   * @throws NetworkError saying what kind of failure it was
   */
  publish(publication: Publication, journal: Journal): Promise<Published>
  /** Asks the provider whether the call that was begun and never answered took place. Publishes nothing. */
  confirm(publication: Publication, journal: Journal, begun: Begun): Promise<Confirmation>
  /** Set if the network can't prevent a call that it executes late from publishing a second post. */
  latePosts?: LatePosts
  /** Where the network tells figures of an account. */
  insights?: InsightsReader
  /** Where an account can comment on its own posts. */
  comments?: Comments
  /** Where the network shows what stands on an account. */
  feed?: Feed
  /** How many posts the network takes from the account within the next day, where it sets a limit. */
  roomLeft?(account: { accountId: string; token: string }, now: () => Date): Promise<number | undefined>
}

/** One post, for one account. */
export type Publication = {
  /** The Page's or professional account's id. */
  accountId: string
  token: string
  /** User-level token of the person who connected the account, for calls that a Page token can't make. */
  userToken?: string
  message: string
  media: PublicationMedia[]
}

export type PublicationMedia = {
  kind: 'image' | 'video'
  type: string
  bytes: number
  altText: string
  /** Where the provider can fetch it: the JPEG of a picture, the MP4 of a video. Signed, expiring, without redirect. */
  url: string
  /** Bytes of what is uploaded, from `start` to `end` (exclusive). */
  read(start?: number, end?: number): Promise<Blob>
}

export type LatePosts = {
  /** Returns the account's posts since `call.since`, oldest first, without those that the network rejected. */
  list(call: LateCall, now: () => Date): Promise<LatePost[]>
  /** Deletes a post. One that is already gone counts as deleted. @throws {NetworkError} */
  remove(id: string, access: { token: string }, now: () => Date): Promise<void>
}

/** `isAsSent`: equals what the call sent, and was created between `since` and `until`. */
export type LatePost = { id: string; isAsSent: boolean }

export type LateCall = {
  accountId: string
  token: string
  message: string
  pictures: number
  since: Date
  until: Date
}

/** What an account writes under its own post. */
export type OwnComment = { accountId: string; token: string; postId: string; message: string }

export type Comments = {
  /** @returns the provider's id of the comment. @throws NetworkError, of kind `unknown` when it may be there all the same */
  add(comment: OwnComment, asking: Asking): Promise<string>
  /** The id of the comment with these words that was made since then, where the provider shows one. */
  find(comment: OwnComment, since: Date, asking: Asking): Promise<string | undefined>
}

/** What a request outside a delivery's journal needs. */
export type Asking = Pick<Journal, 'now' | 'onUsage'>

export type Published = { externalId: string; permalink?: string }

export type Confirmation =
  | { state: 'published'; published: Published }
  /** The provider shows that it did not take place: it may be done again. */
  | { state: 'absent' }
  /** Nothing can be said yet: look again later. */
  | { state: 'unknown'; why: string }

export type StepData = Record<string, unknown>

/** The irreversible call was about to be made at `at`, with these ids, and no answer was recorded. */
export type Begun = {
  intent: StepData
  at: Date
  /** Time of the last call, if `at` is the first of several. */
  until?: Date
  /**
   * Set if the database may have lost the call: it was made between `at` and `until`, if at all, perhaps with ids that the
   * intent lacks. From `absentFrom` on, a post that the network doesn't show was not published.
   */
  lost?: { until: Date; absentFrom: Date } | undefined
}

/**
 * The memory of one delivery at its provider; it outlives the process. Harmless steps (uploads that nobody sees yet) are
 * recorded after the fact; the one call that publishes is said before it is made. Every write throws LeaseLost when
 * another worker has taken the delivery over.
 */
export type Journal = {
  /** What a harmless step gave, unless that was longer than `maxAgeMs` ago. */
  recall(step: string, maxAgeMs: number): StepData | undefined
  record(step: string, result: StepData): Promise<void>
  /** Forgets harmless steps whose ids the provider no longer knows. */
  forget(steps: string[]): Promise<void>
  /** Says that the publishing call is made next. */
  begin(intent: StepData): Promise<void>
  /** Says what the publishing call gave. */
  finish(result: StepData): Promise<void>
  /** What the publishing call gave at this or an earlier attempt. */
  finished(): { result: StepData; at: Date } | undefined
  /**
   * Takes the first of these posts of the provider that no other delivery has as what the publishing call gave: of two
   * with the same words each gets its own.
   */
  claim(externalIds: string[]): Promise<string | undefined>
  now(): Date
  /** Lets the provider work. */
  pause(ms: number): Promise<void>
  /** Told of every answer: how much of the account's call budget is spent, in percent. */
  onUsage(usage: { percent: number; regainMinutes: number }): void
}

export type FailureKind =
  /** Nothing was published; the same call may work later. */
  | 'transient'
  /** Nothing was published; the provider lets this account do nothing more until `retryAt`. */
  | 'wait'
  /** Nothing was published yet: the provider is getting the media ready; go on at `retryAt`. */
  | 'preparing'
  /** Nothing was published, and nothing will be until the author changes something. */
  | 'permanent'
  /** The provider no longer accepts the account's token or permissions. */
  | 'reconnect'
  /**
   * Nothing was published, because the provider rejects this installation for every account (app secret, API version or call
   * budget). The operator has to fix it, or it passes with time.
   */
  | 'installation'
  /** The request went out and nobody knows what became of it. */
  | 'unknown'

/** True if the error concerns the account or the installation, and doesn't show whether the post exists. */
export const isAccountOrInstallationError = ({ kind }: NetworkError) =>
  kind === 'reconnect' || kind === 'installation'

export class NetworkError extends Error {
  override name = 'NetworkError'
  readonly kind: FailureKind
  /** The provider's code, e.g. `190/463`, or our own word. */
  readonly code: string
  readonly retryAt: Date | undefined

  constructor(
    kind: FailureKind,
    code: string,
    message: string,
    options: { retryAt?: Date | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.kind = kind
    this.code = code
    this.retryAt = options.retryAt
  }
}
