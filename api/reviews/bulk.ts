import { sql } from 'drizzle-orm'

import { requirePermission } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { messageOf } from '#api/http/error-handler.ts'
import { cancelPost, discardDeliveries } from '#api/posts/cancel.ts'
import { changePostLabels } from '#api/posts/labels/labels.ts'
import { movePost, movePostToSlot } from '#api/posts/move.ts'
import { duplicatePost } from '#api/posts/post/content.ts'
import { readPost, readPosts } from '#api/posts/read-posts.ts'
import { restorePost } from '#api/posts/restore.ts'
import { retryPost } from '#api/posts/retry.ts'
import { approvePost, submitPost, takeBackApproval } from '#api/reviews/decide.ts'
import { DomainError } from '#api/runtime/errors.ts'
import type { Permission } from '#shared/businesses/permissions.ts'
import { APPROVAL_MESSAGES } from '#shared/posts/approvals.ts'
import type { BulkAction, BulkChange, BulkResult } from '#shared/posts/bulk.ts'
import { needsTime } from '#shared/posts/needs.ts'
import type { Post } from '#shared/posts/posts.ts'

/** Permissions of the actions for which `write` is not enough. */
const PERMISSIONS: Partial<Record<BulkAction, Permission>> = {
  retry: 'publish',
  discard: 'publish',
  approve: 'approve',
  'take-back': 'comment',
}

/** Changes posts one after the other. A post that can't be changed doesn't stop the rest. */
export async function changePosts(ctx: UserContext, input: BulkChange): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  for (const [position, _id] of input.postIds.entries()) {
    try {
      await requirePermission(
        ctx,
        sql`(select domain_id from posts where id = ${_id})`,
        PERMISSIONS[input.action] ?? 'write',
      )
      results.push({ _id, success: true, ...(await applyAction(ctx, _id, position, input)) })
    } catch (error) {
      results.push({ _id, success: false, message: messageOf(ctx, error, 'a post of a bulk change') })
    }
  }
  const outcomeOf = OUTCOMES[input.action]
  if (!outcomeOf) return results
  const changed = results.filter(({ success }) => success).map(({ _id }) => _id)
  const outcomes = new Map((await readPosts(ctx, changed)).map(post => [post._id, outcomeOf(post)]))
  return results.map(result => ({ ...result, ...outcomes.get(result._id) }))
}

const timeOutcome = ({ publishAt, version }: Post) => ({ publishAt, version })

/** Fields that these actions add to the result of each changed post. */
const OUTCOMES: Partial<Record<BulkAction, (post: Post) => Partial<BulkResult>>> = {
  move: timeOutcome,
  slot: timeOutcome,
  approve: ({ deliveries }) => (needsTime(deliveries) ? { needsTime: true } : {}),
}

/** @returns what the result says more: the draft that the action created, or that the post was left where it is */
async function applyAction(
  ctx: UserContext,
  postId: string,
  position: number,
  input: BulkChange,
): Promise<Pick<BulkResult, 'draftId' | 'stays'> | void> {
  switch (input.action) {
    case 'cancel':
      return { draftId: (await cancelPost(ctx, postId)).draftId }
    case 'duplicate':
      return { draftId: await duplicatePost(ctx, postId) }
    case 'restore':
      return restorePost(ctx, { postId })
    case 'discard':
      return discardDeliveries(ctx, { postId })
    case 'submit':
      if (await submitPost(ctx, postId)) return
      throw new DomainError('conflict', APPROVAL_MESSAGES.alreadyApproved)
    case 'approve':
      await approvePost(ctx, postId, { contentHash: input.contentHashes[position] ?? '' })
      return
    case 'take-back':
      return takeBackApproval(ctx, postId, { contentHash: input.contentHashes[position] ?? '' })
    case 'label':
      return changePostLabels(ctx, postId, input.each?.[position] ?? input)
    case 'retry':
      return retryPost(ctx, { postId }, input)
    case 'slot':
      return (await movePostToSlot(ctx, postId, input)) ? undefined : { stays: true }
    case 'move': {
      const { onConnectedAccount, days = 0, times, versions } = input
      const scheduledTime = times?.[position] ?? (await shiftedTime(ctx, postId, days))
      await movePost(ctx, { postId }, { scheduledTime, onConnectedAccount, version: versions?.[position] })
      return
    }
  }
}

/** Returns the post's time shifted by days, in Unix seconds. It keeps its time of day across a change to daylight saving. */
async function shiftedTime(ctx: UserContext, postId: string, days: number): Promise<number> {
  const { publishAt, timeZone } = await readPost(ctx, postId)
  const time = Temporal.Instant.from(publishAt).toZonedDateTimeISO(timeZone).add({ days })
  return Math.floor(time.epochMilliseconds / 1000)
}
