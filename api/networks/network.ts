import type { NetworkId } from '#shared/networks.ts'
import type { FacebookLogin } from './facebook-login.ts'
import type { InstagramLogin } from './instagram-login.ts'

/** What every social network must offer. Adapters know no database, no feature and no route. */
export type Network = {
  id: NetworkId
  /**
   * Brings the publication out, going on from what the journal holds.
   * @throws NetworkError saying what kind of failure it was
   */
  publish(publication: Publication, journal: Journal): Promise<Published>
  /** Asks the provider whether the step that was begun and never answered took place. Publishes nothing. */
  confirm(publication: Publication, journal: Journal, begun: BegunStep): Promise<Confirmation>
}

export type Networks = {
  facebook: Network & { login: FacebookLogin }
  instagram: Network & { login: InstagramLogin }
}

/** One post, for one account. */
export type Publication = {
  /** The Page's or professional account's id. */
  accountId: string
  token: string
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

export type Published = { externalId: string; permalink?: string }

export type Confirmation =
  | { state: 'published'; published: Published }
  /** The provider shows that it did not take place: it may be done again. */
  | { state: 'absent' }
  /** Nothing can be said yet: look again later. */
  | { state: 'unknown'; why: string }

export type StepData = Record<string, unknown>

/** A step that was begun at `at` and has no result. */
export type BegunStep = { name: string; intent: StepData; at: Date }

/** The memory of a delivery's steps at the provider; it outlives the process. */
export type Journal = {
  /** What an earlier attempt recorded under this name, and when. */
  recall(name: string): { result: StepData; at: Date } | undefined
  /** Remembers what a harmless step gave (an upload that nobody sees yet). */
  record(name: string, result: StepData): Promise<void>
  /** Says what is about to be done, before a step that can't be taken back. Throws LeaseLost when another worker has taken over. */
  begin(name: string, intent: StepData): Promise<void>
  /** Says that it was done. */
  finish(name: string, result: StepData): Promise<void>
  /** Forgets steps whose ids the provider no longer knows. */
  forget(names: string[]): Promise<void>
  now(): Date
}

export type FailureKind =
  /** Nothing was published; the same call may work later. */
  | 'passing'
  /** Nothing was published; wait until `retryAt`. */
  | 'wait'
  /** Nothing was published, and nothing will be until the author changes something. */
  | 'lasting'
  /** The provider no longer accepts the account's token or permissions. */
  | 'reconnect'
  /** The request went out and nobody knows what became of it. */
  | 'unknown'

export class NetworkError extends Error {
  override name = 'NetworkError'
  readonly kind: FailureKind
  /** The provider's code, e.g. `190/463`, or our own word. */
  readonly code: string
  readonly retryAt: Date | undefined

  constructor(kind: FailureKind, code: string, message: string, options: { retryAt?: Date | undefined; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.kind = kind
    this.code = code
    this.retryAt = options.retryAt
  }
}
