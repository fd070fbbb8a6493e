import type { Review } from '../world/entities/google.ts'
import { reviewsOf } from '../world/google-business.ts'
import type { BusinessCall } from './business/call.ts'
import { BusinessError, notFound, unknownName } from './business/error.ts'
import { ownLocation } from './local-posts.ts'
import { pageOf } from './paging.ts'

const MAX_REPLY_BYTES = 4096
const STARS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE']
const ORDERS = ['rating', 'rating desc', 'updateTime desc']

/** Lists a verified location's reviews, by default the latest changes first. */
export function listReviews(call: BusinessCall) {
  const reviews = reviewsAt(call)
  const { orderBy = 'updateTime desc' } = call.query
  if (!ORDERS.includes(orderBy)) throw new BusinessError(400, 'Request contains an invalid argument.')
  const ordered = reviews.toSorted((a, b) =>
    orderBy === 'rating'
      ? a.stars - b.stars
      : orderBy === 'rating desc'
        ? b.stars - a.stars
        : b.updatedAt.getTime() - a.updatedAt.getTime(),
  )
  const { items, next } = pageOf(ordered, call.query, { defaultSize: 50, max: 50 })
  if (reviews.length === 0) return {}
  const total = reviews.reduce((sum, { stars }) => sum + stars, 0)
  return {
    reviews: items.map(shown),
    averageRating: total / reviews.length,
    totalReviewCount: reviews.length,
    ...next,
  }
}

export const readReview = (call: BusinessCall) => shown(ownReview(call))

/** Creates or replaces the reply. */
export function putReviewReply(call: BusinessCall) {
  const review = ownReview(call)
  const unknown = Object.keys(call.body).find(name => name !== 'comment')
  if (unknown) throw unknownName(unknown, " at 'review_reply': Cannot find field.")
  const comment = call.body['comment'] ?? ''
  if (comment.trim() === '' || Buffer.byteLength(comment) > MAX_REPLY_BYTES)
    throw new BusinessError(400, 'Request contains an invalid argument.')
  const state = call.fault?.kind === 'rejected' ? 'REJECTED' : 'APPROVED'
  review.reply = { comment, updatedAt: call.world.now(), state }
  return shownReply(review.reply)
}

function reviewsAt(call: BusinessCall): Review[] {
  const location = ownLocation(call)
  if (location.voice !== 'has') throw new BusinessError(403, 'The caller does not have permission')
  return [...reviewsOf(call.world).values()].filter(({ locationId }) => locationId === location.id)
}

function ownReview(call: BusinessCall): Review {
  const review = reviewsAt(call).find(({ id }) => id === call.ids['review'])
  if (!review) throw notFound()
  return review
}

const shownReply = ({ comment, updatedAt, state }: NonNullable<Review['reply']>) => ({
  comment,
  updateTime: updatedAt.toISOString(),
  reviewReplyState: state,
  ...(state === 'REJECTED' && { policyViolation: 'PROHIBITED_CONTENT' }),
})

const shown = (review: Review) => ({
  name: `accounts/${review.accountId}/locations/${review.locationId}/reviews/${review.id}`,
  reviewId: review.id,
  reviewer: { displayName: review.author },
  starRating: STARS[review.stars - 1],
  ...(review.comment && { comment: review.comment }),
  createTime: review.createdAt.toISOString(),
  updateTime: review.updatedAt.toISOString(),
  ...(review.reply && { reviewReply: shownReply(review.reply) }),
})
