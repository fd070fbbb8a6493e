import type { Config } from '#api/runtime/config.ts'
import type { PublicProfile } from '#shared/accounts.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { PostExtras } from '#shared/posts/extras.ts'
import type { NetworkCodes } from './codes.ts'
import type { Feed, Usage } from './feed.ts'
import type { Inbox } from './inbox.ts'
import type { InsightsReader } from './insights.ts'
import type { PresenceReader } from './presence.ts'
import type { ServerSignIn } from './server-sign-in.ts'

/** Port to a social network. Its adapters know neither the database nor any feature or route. */
export type Network = Publishing & {
  account: AccountAccess
  /** Set if the network provides audience figures. */
  insights?: InsightsReader
  presence?: PresenceReader
  /** Set if an account can comment on its own posts. */
  comments?: Comments
  /** Set if the network lets us read and answer reviews or comments. */
  inbox?: Inbox
  /** Set if the network lists an account's posts. */
  feed?: Feed
  /** Set if users sign in on the page of the account's own server. */
  serverSignIn?: ServerSignIn
}

/** A network's entry in networks.ts. */
export type Adapter<Opened extends Network> = {
  codes: NetworkCodes
  open: (config: Config, now: () => Date) => Opened
}

export type Publishing = {
  id: NetworkId
  /**
   * Publishes, resuming from the intent log.
   * @throws {NetworkError} with the kind of failure
   */
  publish(publication: Publication, intentLog: IntentLog): Promise<Published>
  /** Reconciles an unanswered publishing call with the provider. Publishes nothing. */
  reconcile(
    publication: Publication,
    intentLog: IntentLog,
    unanswered: UnansweredCall,
  ): Promise<Reconciliation>
  /** Set if uploads and drafts outlive a post that has finally failed. Deletes them; publishes nothing. */
  discard?(publication: Pick<Publication, 'id' | 'token'>, intentLog: IntentLog): Promise<void>
  /** Set if the network may execute a call so late that it publishes a second post. */
  latePosts?: LatePosts
  /** Returns how many posts the network accepts from the account within the next day, if it sets a limit. */
  remainingQuota?(account: { accountId: string; token: string }, now: () => Date): Promise<number | undefined>
}

export type ConnectedAccount = {
  id: string
  name: string
  picture: string
  email: string
  token: string
  /** Returns the token of the person who connected it. */
  userToken(): string
}

export type AccountAccess = {
  /** The operator's settings, by name. No account can be connected while one of them is empty. */
  settings: Record<string, string>
  readProfile(account: ConnectedAccount, signal?: AbortSignal): Promise<PublicProfile>
  /**
   * Makes a harmless call that needs both the account's token and this installation's own credentials.
   * @throws {NetworkError} when the provider rejects either
   */
  check(account: ConnectedAccount): Promise<unknown>
  /** Set if tokens expire and can be renewed without the account's owner. */
  renewal?: Renewal
  /** Ends a sign-in. Set if the network has a call for that. */
  revoke?(userToken: string): Promise<void>
}

export type Renewal = {
  /** `call`: tokens last for hours and are renewed before a call. `end`: tokens last for weeks and are renewed by a job. */
  before: 'call' | 'end'
  /** Minimum remaining lifetime. A token that ends sooner is renewed. */
  minLifeMs: number
  /** Duration of the lock, longer than a renewal may take. */
  lockMs: number
  /** Codes with which the network rejects an access token that may only have expired. */
  expiredTokenCodes: readonly string[]
  /** Renews an access token. @throws {NetworkError} `reconnect` if the user's grant has ended */
  renew(userToken: string): Promise<{ accessToken: string; expiresAt: Date | undefined; userToken?: string }>
}

/** One post, for one account. */
export type Publication = {
  /** The delivery's id, the same for each attempt. */
  id: string
  /** The Page's or professional account's id. */
  accountId: string
  token: string
  /** User-level token of the person who connected the account, for calls that a Page token can't make. */
  userToken?: string
  message: string
  /** An event, an offer, a button or an article’s parts, on networks that take them; or that it is a story. */
  extras?: PostExtras | null
  /** Time zone of the business; set if the network needs a day of the extras as an instant. */
  timeZone?: string
  media: PublicationMedia[]
  /** The picture that is the cover of the video. */
  cover?: PublicationMedia
}

export type PublicationMedia = {
  id: string
  kind: 'image' | 'video'
  type: string
  bytes: number
  altText: string
  width: number
  height: number
  /** Signed, expiring URL from which the provider fetches the JPEG or MP4, without a redirect. */
  url: string
  /**
   * Converts a point of the original picture to the picture at `url`, which may be cropped. Both are shares of width and height.
   * A point outside is moved to the edge.
   * @param first the first file of a carousel, to whose ratio the network crops the others
   */
  toCroppedPoint(
    point: { x: number; y: number },
    first: { width: number; height: number },
  ): { x: number; y: number }
  /**
   * Returns a URL like `url` of an uncropped JPEG.
   * @param maxBytes the network's limit
   */
  uncroppedUrl(maxBytes: number): Promise<string>
  /** Reads the file to upload from `start` to `end` (exclusive). */
  read(start?: number, end?: number): Promise<Blob>
  /** Reads a picture, reduced to a smaller JPEG if it has more than `maxBytes`. */
  readWithin(maxBytes: number): Promise<Blob>
}

export type LatePosts = {
  /** Set if the network rejects a repeat of the same call. A second post then usually follows an edit. */
  rejectsRepeatedCalls?: true
  /** Returns the account's posts since `call.since`, oldest first, without those that the network rejected. */
  list(call: LateCall, now: () => Date): Promise<LatePost[]>
}

/** `isAsSent`: has the content that the call sent, and was created between its `since` and `until`. */
export type LatePost = { id: string; isAsSent: boolean }

/** A written-off call, which its network may have executed between `since` and `until`. */
export type LateCall = {
  deliveryId: string
  accountId: string
  token: string
  message: string
  pictures: number
  extras: PostExtras | null
  since: Date
  until: Date
}

export type OwnComment = { accountId: string; token: string; postId: string; message: string }

export type Comments = {
  /**
   * Returns the provider's id of the comment.
   * @throws {NetworkError} of kind `unknown` if the comment may exist
   */
  add(comment: OwnComment, options: CallOptions): Promise<string>
  /** Finds the comment with this text since a time, and returns its id. */
  find(comment: OwnComment, since: Date, options: CallOptions): Promise<string | undefined>
}

/** One attempt to publish or reconcile, and the app that makes it. */
export type Attempt<App> = { app: App; publication: Publication; intentLog: IntentLog }

/** Context of a request without an intent log. */
export type CallOptions = Pick<IntentLog, 'now' | 'onUsage'>

export type Published = { externalId: string; permalink?: string }

export type Reconciliation =
  | { state: 'published'; published: Published }
  /** The call did not publish, so it may be repeated. */
  | { state: 'absent' }
  /** Inconclusive: reconcile again later. */
  | { state: 'unknown'; why: string }

export type StepData = Record<string, unknown>

/** An intent without a recorded response. The publishing call was about to be made at `at`, with the ids of the intent. */
export type UnansweredCall = {
  intent: StepData
  at: Date
  /** Time of the last call, if `at` is the first of several. */
  until?: Date
  /**
   * Set if the database may have lost the record of the call. If the call was made, it was between `at` and `until`, and perhaps
   * with ids that the intent lacks. A post that isn't listed at `absentFrom` or later was not published.
   */
  lost?: { until: Date; absentFrom: Date } | undefined
}

/**
 * The intent log of one delivery, which outlives the process. Harmless steps, such as unpublished uploads, are recorded
 * after the call; the publishing call is recorded as an intent before it. Every write throws LeaseLost if another worker has
 * claimed the delivery.
 */
export type IntentLog = {
  /** Returns the result of a step, unless it is older than `maxAgeMs`. */
  recall(step: string, maxAgeMs: number): StepData | undefined
  record(step: string, result: StepData): Promise<void>
  /** Deletes steps whose ids the provider no longer knows. */
  forget(steps: string[]): Promise<void>
  begin(intent: StepData): Promise<void>
  finish(result: StepData): Promise<void>
  /** Returns the response to the publishing call of this or an earlier attempt. */
  finished(): { result: StepData; at: Date } | undefined
  /**
   * Records the first of these remote posts that no other delivery has as the result of the publishing call. Two deliveries with
   * the same text thus get one each.
   */
  claim(externalIds: string[]): Promise<string | undefined>
  /** Filters out the remote posts that another delivery has. */
  unclaimed(externalIds: string[]): Promise<string[]>
  now(): Date
  /** Waits for the provider to process a request. */
  pause(ms: number): Promise<void>
  /** Receives the used percentage of the account's call budget after each response. */
  onUsage(usage: Usage): void
}

export type FailureKind =
  /** Nothing was published; the same call may work later. */
  | 'transient'
  /** Nothing was published; the account must cool down until `retryAt`. */
  | 'wait'
  /** Nothing was published yet: the provider is processing the media; continue at `retryAt`. */
  | 'preparing'
  /** Nothing was published, and nothing will be until the author changes something. */
  | 'permanent'
  /** The provider no longer accepts the account's token or permissions. */
  | 'reconnect'
  /**
   * Nothing was published, because the provider rejects this installation for every account (app secret, API version or call
   * budget). The operator has to fix it, or the budget recovers by itself.
   */
  | 'installation'
  /** The request was sent, but its outcome is unknown. */
  | 'unknown'

/** True if the error concerns the account or the installation. Such an error doesn't show whether the post exists. */
export const isAccountOrInstallationError = ({ kind }: NetworkError) =>
  kind === 'reconnect' || kind === 'installation'

/**
 * Handles a failed read after the publishing call. It doesn't show whether the post exists.
 * @throws {NetworkError} always, of kind `unknown` unless the error concerns the account or the installation
 */
export function rethrowAsUnknown(error: unknown): never {
  if (error instanceof NetworkError && !isAccountOrInstallationError(error))
    throw new NetworkError('unknown', error.code, error.message)
  throw error
}

export class NetworkError extends Error {
  override name = 'NetworkError'
  readonly kind: FailureKind
  /** The provider's code, e.g. `190/463`, or one of ours. */
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

/** Returns a handler for `catch` that resolves to undefined for a network's expected error, and rethrows all others. */
export const undefinedIf =
  (isExpected: (error: NetworkError) => boolean) =>
  (error: unknown): undefined => {
    if (!(error instanceof NetworkError && isExpected(error))) throw error
  }

export const isPermanent = ({ kind }: NetworkError) => kind === 'permanent'
