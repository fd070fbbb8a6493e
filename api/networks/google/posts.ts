import * as v from 'valibot'

import {
  rethrowAsUnknown,
  type IntentLog,
  NetworkError,
  type Publication,
  type Published,
} from '#api/networks/core/network.ts'
import { type GoogleBusiness, googlePages, googleRequest } from './request.ts'

export const REJECTED_CODE = 'google/rejected'

/** Pauses between polls of one attempt while Google checks the post; later attempts poll again. */
const POLL_PAUSES_MS = [300, 700, 1500, 3000]

/** Step that records rejected posts, because Google keeps listing them. */
export const REJECTED_STEP = 'rejected'

const LocalPostEvent = v.object({
  schedule: v.optional(
    v.object({
      startDate: v.optional(v.object({ year: v.number(), month: v.number(), day: v.number() })),
      startTime: v.optional(
        v.object({ hours: v.optional(v.number(), 0), minutes: v.optional(v.number(), 0) }),
      ),
    }),
  ),
  recurrenceInfo: v.optional(v.unknown()),
  recurringInstanceTime: v.optional(v.string()),
})

export const LocalPost = v.object({
  name: v.pipe(v.string(), v.nonEmpty()),
  state: v.optional(v.string(), ''),
  summary: v.optional(v.string(), ''),
  createTime: v.optional(v.string(), ''),
  searchUrl: v.optional(v.string()),
  topicType: v.optional(v.string(), 'STANDARD'),
  callToAction: v.optional(v.unknown()),
  event: v.optional(v.fallback(LocalPostEvent, {})),
  /** Google's former name for `event.recurringInstanceTime`. */
  recurringInstanceTime: v.optional(v.string()),
  media: v.optional(v.array(v.unknown()), []),
})
export type LocalPost = v.InferOutput<typeof LocalPost>

/** `RECURRING`: Google shows the post, and repeats it. */
export const isShown = ({ state }: Pick<LocalPost, 'state'>) => state === 'LIVE' || state === 'RECURRING'

/** Returns the time of Google's latest repetition; undefined for a post without one. */
export const instanceTimeOf = ({ event, recurringInstanceTime }: LocalPost) =>
  event?.recurringInstanceTime ?? recurringInstanceTime

/** Reads a post after the publishing call. A failure doesn't show whether the post exists. */
export const readLocalPost = (
  business: GoogleBusiness,
  { token }: Publication,
  { now }: IntentLog,
  name: string,
): Promise<LocalPost> =>
  googleRequest({ url: `${business.postsUrl}/${name}`, token, schema: LocalPost, now }).catch(
    rethrowAsUnknown,
  )

/**
 * Waits until the post is visible, because Google checks an accepted post first.
 * @throws {NetworkError} `permanent` if Google rejects it, `unknown` while Google is still checking
 */
export async function waitUntilLive(
  publication: Publication,
  intentLog: IntentLog,
  first: LocalPost,
  business: GoogleBusiness,
): Promise<Published> {
  let post = first
  for (const wait of [...POLL_PAUSES_MS, undefined]) {
    if (isShown(post)) return publishedPost(post)
    if (post.state === 'REJECTED') throw await rejected(intentLog, post)
    if (wait === undefined) break
    await intentLog.pause(wait)
    post = await readLocalPost(business, publication, intentLog, post.name)
  }
  throw new NetworkError('unknown', 'google/processing', CHECKING_MESSAGE)
}

export const publishedPost = ({ name, searchUrl }: LocalPost): Published => ({
  externalId: name,
  ...(searchUrl && { permalink: searchUrl }),
})

export const CHECKING_MESSAGE =
  'Google has the post and is checking it. It shows on your profile once it passes.'

async function rejected(intentLog: IntentLog, { name }: LocalPost): Promise<NetworkError> {
  const known = intentLog.recall(REJECTED_STEP, Infinity)?.names
  await intentLog.record(REJECTED_STEP, { names: [...(Array.isArray(known) ? known : []), name] })
  return new NetworkError(
    'permanent',
    REJECTED_CODE,
    'Google rejected this post under its content policy, which allows no phone numbers either. Change the text or the picture, then choose Try again.',
  )
}

const PAGE_SIZE = 100
const MAX_PAGES = 10

const LocalPosts = v.object({
  localPosts: v.optional(v.array(LocalPost), []),
  nextPageToken: v.optional(v.string(), ''),
})

/** Returns the location's posts that were created at `since` (epoch milliseconds) or later, among its last thousand. */
export async function postsSince(
  business: GoogleBusiness,
  { accountId, token }: Pick<Publication, 'accountId' | 'token'>,
  since: number,
  now: () => Date,
): Promise<LocalPost[]> {
  const posts: LocalPost[] = []
  const pages = googlePages({
    url: `${business.postsUrl}/${accountId}/localPosts`,
    query: { pageSize: PAGE_SIZE },
    token,
    schema: LocalPosts,
    now,
    maxPages: MAX_PAGES,
  })
  for await (const { localPosts } of pages) posts.push(...localPosts.filter(post => createdAt(post) >= since))
  return posts
}

export const createdAt = ({ createTime }: LocalPost) => Date.parse(createTime) || 0
