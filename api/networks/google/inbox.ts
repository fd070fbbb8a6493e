import * as v from 'valibot'

import {
  AuthorName,
  type Inbox,
  type InboxAccess,
  ItemText,
  Instant,
  unnamedAuthor,
  type RemoteItem,
  WebUrl,
} from '#api/networks/core/inbox.ts'
import { undefinedIf } from '#api/networks/core/network.ts'
import { isMissing } from './errors.ts'
import { locationNameOf } from './locations.ts'
import { type GoogleBusiness, googlePages, googleRequest } from './request.ts'

const STARS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE']

const Reply = v.object({
  comment: ItemText,
  updateTime: Instant,
  reviewReplyState: v.optional(v.string(), ''),
})
const Review = v.object({
  reviewId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(500)),
  reviewer: v.optional(v.object({ displayName: AuthorName })),
  starRating: v.optional(v.string(), ''),
  comment: ItemText,
  createTime: Instant,
  updateTime: Instant,
  reviewReply: v.optional(Reply),
})
const Page = v.object({
  reviews: v.optional(v.array(Review), []),
  nextPageToken: v.optional(v.string(), ''),
})

const Located = v.object({
  metadata: v.optional(
    v.object({
      placeId: v.pipe(v.optional(v.string(), ''), v.maxLength(300)),
      newReviewUri: WebUrl,
    }),
    { placeId: '', newReviewUri: '' },
  ),
})
/** URL of a review form (https://developers.google.com/maps/documentation/places/web-service/place-id). */
const REVIEW_FORM = 'https://search.google.com/local/writereview'

/** Maximum page size at Google. */
const PAGE_SIZE = 50
const MAX_PAGES = 40

/** Id of the only thread, which has all reviews of a location. */
const REVIEWS = 'reviews'

/**
 * Reads and answers the reviews of a location. Replying is idempotent. A successful response doesn't mean that Google publishes the
 * reply: its state does.
 */
export function googleInbox(business: GoogleBusiness): Inbox {
  const urlOf = ({ accountId }: InboxAccess, path = '') =>
    `${business.postsUrl}/${accountId}/reviews${path && `/${encodeURIComponent(path)}`}`

  return {
    replacesReplies: true,
    async reviewForm({ accountId, token, now }) {
      const { metadata } = await googleRequest({
        url: `${business.informationUrl}/${locationNameOf(accountId)}`,
        query: { readMask: 'metadata' },
        token,
        schema: Located,
        now,
      })
      const { placeId, newReviewUri } = metadata
      if (placeId === '') return undefined
      return { url: `${REVIEW_FORM}?placeid=${encodeURIComponent(placeId)}`, shortUrl: newReviewUri }
    },
    threads: async () => [{ id: REVIEWS, text: '', permalink: '', count: null }],
    async items(access, _thread, { since }) {
      const items: RemoteItem[] = []
      const pages = googlePages({
        url: urlOf(access),
        query: { pageSize: PAGE_SIZE, orderBy: 'updateTime desc' },
        token: access.token,
        schema: Page,
        now: access.now,
        maxPages: MAX_PAGES,
      })
      for await (const { reviews, nextPageToken } of pages) {
        items.push(...reviews.map(toItem))
        const oldest = items.at(-1)?.updatedAt
        if (nextPageToken === '') return { items, isComplete: true }
        if (since && oldest && oldest < since) break
      }
      return { items, isComplete: false }
    },
    async find(access, { externalId }) {
      const { token, now } = access
      const read = googleRequest({ url: urlOf(access, externalId), token, schema: Review, now })
      const review = await read.catch(undefinedIf(isMissing))
      return review && toItem(review)
    },
    async reply(access, { externalId }, comment) {
      await putReply(access, externalId, comment)
      return externalId
    },
    editReply: putReply,
  }

  /** Creates or replaces the reply to a review, whose id it shares. */
  async function putReply(access: InboxAccess, reviewId: string, comment: string): Promise<void> {
    await googleRequest({
      url: `${urlOf(access, reviewId)}/reply`,
      method: 'PUT',
      json: { comment },
      token: access.token,
      schema: v.unknown(),
      risky: true,
      now: access.now,
    })
  }
}

function toItem(review: v.InferOutput<typeof Review>): RemoteItem {
  const { reviewId, reviewer, starRating, comment, createTime, updateTime, reviewReply: reply } = review
  return {
    externalId: reviewId,
    threadId: REVIEWS,
    parentId: '',
    author: reviewer?.displayName || unnamedAuthor('Google'),
    text: comment,
    stars: STARS.indexOf(starRating) + 1 || null,
    permalink: '',
    createdAt: createTime,
    updatedAt: +updateTime > 0 ? updateTime : createTime,
    isHidden: false,
    replies: reply
      ? [
          {
            id: reviewId,
            text: reply.comment,
            at: reply.updateTime,
            ...(reply.reviewReplyState === 'REJECTED' && { isRejected: true }),
          },
        ]
      : [],
  }
}
