import type { BulkResult } from '#shared/posts/bulk.ts'
import { isChangeable } from '#shared/posts/changes.ts'
import type { Post } from '#shared/posts/posts.ts'
import { api } from '#site/lib/api/api.ts'
import { unixSeconds } from '#site/lib/wall-clock.ts'

/**
 * Gives the networks of each post the separate times that they had, because a move gives them the same one. A post fails
 * if one of its networks can't have its time back.
 */
export const restoreSplitTimes = (
  posts: readonly Post[],
  results: readonly BulkResult[],
  failed: (error: unknown) => (result: BulkResult) => BulkResult,
): Promise<BulkResult[]> =>
  Promise.all(
    results.map(async (result, at) => {
      const { _id: id, publishAt, deliveries } = posts[at]!
      const split = deliveries.filter(delivery => isChangeable(delivery) && delivery.publishAt !== publishAt)
      try {
        for (const delivery of result.success ? split : [])
          await api.posts[':id'].move.$post({
            param: { id },
            json: { deliveryId: delivery._id, scheduledTime: unixSeconds(delivery.publishAt) },
          })
        return result
      } catch (error) {
        return failed(error)(result)
      }
    }),
  )
