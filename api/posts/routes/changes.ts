import { Hono } from 'hono'
import { createFactory } from 'hono/factory'
import * as v from 'valibot'

import { requires } from '#api/auth/middleware/user.ts'
import type { UserContext, UserEnv } from '#api/context.ts'
import { posts } from '#api/db/schema/posts/posts.ts'
import { limitChanges } from '#api/http/limits/limits.ts'
import { describing, validate } from '#api/http/route.ts'
import { cancelPost, discardDeliveries } from '#api/posts/cancel.ts'
import { editPost } from '#api/posts/edit.ts'
import { movePost, swapPosts } from '#api/posts/move.ts'
import { duplicatePost } from '#api/posts/post/content.ts'
import { readPost, readPosts } from '#api/posts/read-posts.ts'
import { restorePost } from '#api/posts/restore.ts'
import { describeRetry, retryPost } from '#api/posts/retry.ts'
import { revisePost } from '#api/posts/revise.ts'
import { changeRhythm, undoRhythm } from '#api/posts/rhythm.ts'
import type { Permission } from '#shared/businesses/permissions.ts'
import { MovePost, OnConnected, type Post } from '#shared/posts/posts.ts'
import { ChangePost } from '#shared/posts/revision.ts'
import { ChangeRhythm, SeriesPart } from '#shared/posts/series.ts'
import { Id } from '#shared/text/text.ts'

const describe = describing('posts')

/** Restricts a call to one network's delivery of the post. */
const OneDelivery = v.object({ deliveryId: v.optional(Id) })
const RetryPost = v.object({ ...OneDelivery.entries, ...OnConnected.entries })
/** Restricts a call to one delivery, or extends it to the later posts of the series. */
const DeliveryOrSeries = v.object({ ...OneDelivery.entries, ...SeriesPart.entries })
/** Rejects the move if the post no longer has this `version`. */
const MovePostOrDelivery = v.object({
  ...MovePost.entries,
  ...RetryPost.entries,
  ...SeriesPart.entries,
  version: v.optional(v.number()),
})
const SwappedPost = v.object({ ...OneDelivery.entries, version: v.optional(v.number()) })
const SwapPosts = v.object({
  ...SwappedPost.entries,
  other: v.object({ postId: Id, ...SwappedPost.entries }),
})
const NoInput = v.object({})

const factory = createFactory<UserEnv, '/:id'>()

type Change<Input, Extra> = {
  summary: string
  /** Message of the response; may depend on the changed post. */
  message: string | ((post: Post, input: Input, ctx: UserContext) => string | Promise<string>)
  /** Describes the response's fields beside the post. */
  response?: Record<string, string>
  change: (ctx: UserContext, postId: string, input: Input) => Promise<Extra | void>
  permission: Permission
}

/** Creates the handlers of a call that changes one post and returns the changed post. */
const changeHandlers = <Schema extends v.GenericSchema, Extra extends object = object>(
  schema: Schema,
  { summary, message, response, change, permission }: Change<v.InferOutput<Schema>, Extra>,
) =>
  factory.createHandlers(
    describe(summary, { data: 'The post', ...(response && { response }), errors: ['not_found', 'conflict'] }),
    limitChanges,
    requires(permission, posts),
    validate('json', schema),
    async c => {
      const { ctx } = c.var
      const id = c.req.param('id')
      const input = c.req.valid('json')
      const extra = await change(ctx, id, input)
      const data = await readPost(ctx, id)
      const text = typeof message === 'string' ? message : await message(data, input, ctx)
      return c.json({ success: true, message: text, ...(extra as Extra), data })
    },
  )

/** Changes of one post. `posts.ts` requires a session. */
export const postChangeRoutes = new Hono<UserEnv>()
  .put(
    '/:id',
    ...changeHandlers(ChangePost, {
      summary:
        'Replace a post’s content, in the format of auth/createPosts (`platforms mediaIds altTexts slot? now? scheduledTime? timeZone? version? series?`); without `mediaIds`, change only messages, alt texts or time. `series: following` changes the later posts of its series in the same way, all or nothing. Authors may do so in their own post until it is approved. Refused once publishing has begun',
      message: 'Post updated.',
      permission: 'write',
      response: { laterChanged: 'With `series: following`: the number of later posts that changed too' },
      async change(ctx, postId, change): Promise<{ laterChanged?: number }> {
        if (change.mediaIds) return await revisePost(ctx, postId, change)
        await editPost(ctx, postId, change)
        return {}
      },
    }),
  )
  .post(
    '/:id/move',
    ...changeHandlers(MovePostOrDelivery, {
      summary:
        'Reschedule a post, or one network’s delivery of it. Authors may move their own post until it is approved; a post that an author moved waits for approval. Refuses a post that no longer has the optional `version`. `series: following` moves the later posts of its series too, all or nothing: to the same time of day, as far apart as before',
      message: ({ deliveries }) =>
        deliveries.some(({ state }) => state === 'in_review')
          ? 'Post rescheduled. It goes out once approved.'
          : 'Post rescheduled.',
      permission: 'write',
      response: {
        later: 'With `series: following`: the other posts that were moved',
        undo: 'With `series: following`: `postIds times versions` of the bulk move that restores all of them, if one does',
      },
      async change(ctx, postId, { deliveryId, ...move }) {
        const { laterIds, ...undo } = await movePost(ctx, { postId, deliveryId }, move)
        return { later: await readPosts(ctx, laterIds), ...undo }
      },
    }),
  )
  .post(
    '/:id/swap',
    ...changeHandlers(SwapPosts, {
      summary:
        'Swap the times of two posts, or of one network’s delivery of each, as two moves of which either both happen or none. Refused once publishing has begun on any of these networks, or for a time that is over',
      message: 'Posts swapped.',
      permission: 'write',
      response: { other: 'The other post' },
      async change(ctx, postId, { other, ...choice }) {
        await swapPosts(ctx, { postId, ...choice }, other)
        return { other: await readPost(ctx, other.postId) }
      },
    }),
  )
  .post(
    '/:id/cancel',
    ...changeHandlers(DeliveryOrSeries, {
      summary:
        'Cancel a post that no network has published, and turn it into a draft. Authors may cancel their own post until it is approved. With deliveryId, cancel one network only. With `series: following`, also cancel the later posts of its series, without drafts',
      message: 'Post cancelled.',
      permission: 'write',
      response: {
        draftId: 'The draft with the post’s content; absent with deliveryId',
        cancelled: 'Number of cancelled posts; absent with deliveryId',
      },
      change: async (
        ctx,
        postId,
        { deliveryId, series },
      ): Promise<{ draftId?: string; cancelled?: number }> => {
        if (!deliveryId) return cancelPost(ctx, postId, series)
        await discardDeliveries(ctx, { postId, deliveryId })
        return {}
      },
    }),
  )
  .post(
    '/:id/restore',
    ...changeHandlers(DeliveryOrSeries, {
      summary:
        'Undo a cancellation within an hour, and delete its draft. With `series: following`, also restore the later posts of its series that were cancelled with it. Authors may restore their own post that was in review',
      message: 'Post restored.',
      permission: 'write',
      change: (ctx, postId, { deliveryId, series }) => restorePost(ctx, { postId, deliveryId, series }),
    }),
  )
  .post(
    '/:id/discard',
    ...changeHandlers(OneDelivery, {
      permission: 'publish',
      summary: 'Cancel deliveries that have not begun, without creating a draft',
      message: 'Post discarded.',
      change: (ctx, postId, { deliveryId }) => discardDeliveries(ctx, { postId, deliveryId }),
    }),
  )
  .post(
    '/:id/repeat',
    ...changeHandlers(ChangeRhythm, {
      summary:
        'Change how a post and the later ones of its series repeat, all or nothing. `repeat: null` ends the series with this post; on a post without a series, `repeat texts?` starts one. Later posts on the new days stay, others move to them, a copy fills each day without a post, and the rest are cancelled',
      message: 'Changed.',
      permission: 'write',
      response: {
        'stays, moved, added, cancelled': 'Numbers of later posts',
        later: 'The later posts',
        canUndo: 'True if `repeat/undo` can undo the change',
      },
      async change(ctx, postId, input) {
        const { laterIds, ...changed } = await changeRhythm(ctx, postId, input)
        return { ...changed, later: await readPosts(ctx, laterIds) }
      },
    }),
  )
  .post(
    '/:id/repeat/undo',
    ...changeHandlers(NoInput, {
      summary:
        'Undo the last change of how this post repeats within an hour, all or nothing. Refused once one of the posts has gone out or has changed',
      message: 'It repeats as before.',
      permission: 'write',
      response: { later: 'The other posts whose repetition was undone' },
      change: async (ctx, postId) => ({ later: await readPosts(ctx, await undoRhythm(ctx, postId)) }),
    }),
  )
  .post(
    '/:id/duplicate',
    ...changeHandlers(NoInput, {
      summary: 'Copy a post’s texts and media to a new draft',
      message: 'Copied to your drafts.',
      response: { draftId: 'The new draft' },
      permission: 'write',
      change: async (ctx, postId) => ({ draftId: await duplicatePost(ctx, postId) }),
    }),
  )
  .post(
    '/:id/retry',
    ...changeHandlers(RetryPost, {
      permission: 'publish',
      summary: 'Publish held and failed deliveries now',
      message: (post, { deliveryId }, ctx) => describeRetry(ctx, post, deliveryId),
      change: (ctx, postId, { deliveryId, ...consent }) => retryPost(ctx, { postId, deliveryId }, consent),
    }),
  )
