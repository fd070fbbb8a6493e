import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { createFactory } from 'hono/factory'
import * as v from 'valibot'

import { requires } from '#api/auth/middleware/permission.ts'
import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv, UserContext } from '#api/context.ts'
import { posts } from '#api/db/schema/posts/posts.ts'
import { describe } from '#api/http/describe-route.ts'
import { readIdempotencyKey } from '#api/http/idempotency-key.ts'
import { limitChanges } from '#api/http/limits/limit-writes.ts'
import { LIMITS, limit } from '#api/http/limits/limits.ts'
import { parseInput, validate } from '#api/http/validate.ts'
import { receiveUpload } from '#api/media/uploads/upload.ts'
import type { Permission } from '#shared/businesses/permissions.ts'
import { CalendarQuery } from '#shared/calendar/calendar.ts'
import { fileType } from '#shared/media/file-type.ts'
import { PostCountQuery, PostQuery, MovePost, OnConnected, type Post } from '#shared/posts/posts.ts'
import { ChangePost } from '#shared/posts/revision.ts'
import { readCalendar } from './calendar.ts'
import { cancelDelivery, cancelPost, discardPost } from './cancel.ts'
import { createPost, findIdempotentResponse } from './create.ts'
import { duplicatePost } from './duplicate.ts'
import { editPost } from './edit.ts'
import { countPosts, listPosts } from './lists.ts'
import { movePost } from './move.ts'
import { createPostBody, PostForm } from './post-form.ts'
import { readContent } from './post/content.ts'
import { readPost } from './posts.ts'
import { restorePost } from './restore.ts'
import { retryPost } from './retry.ts'
import { revisePost } from './revise.ts'

const tag = 'posts'
/** A month of 500 posts has hundreds of kilobytes of repetitive text. */
const COMPRESS_FROM_BYTES = 10_000

export const createPostRoutes = new Hono<UserEnv>().post(
  '/createPosts',
  describe({
    tag,
    summary: 'Publish a post now, or schedule it',
    response: {
      postId: 'The post',
      publishAt: 'ISO instant at which it goes out',
      results: 'For each platform: platform, success, message?, deliveryId, state, permalink?',
    },
    errors: ['invalid', 'conflict', 'too_large', 'unsupported', 'rate_limited'],
    requestBody: createPostBody,
  }),
  requireUser,
  requires('write'),
  async c => {
    const { ctx } = c.var
    const receivedAt = ctx.now()
    const idempotencyKey = readIdempotencyKey(c.req.header('Idempotency-Key'))
    const first = await findIdempotentResponse(ctx, idempotencyKey)
    if (first) return c.json({ success: true, ...first })

    await limit(ctx, { ...LIMITS.createPost, key: ctx.userId })
    const upload = await receiveUpload(ctx.config, c.req.raw, {
      fileFields: ['media'],
      userId: ctx.userId,
      typeOf: fileType,
    })
    try {
      const form = parseInput(PostForm, upload.fields)
      return c.json({
        success: true,
        ...(await createPost(ctx, { ...form, files: upload.files, idempotencyKey, receivedAt })),
      })
    } finally {
      await upload.discard()
    }
  },
)

export const postRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/',
    describe({
      tag,
      summary: 'List posts by state and time window',
      response: {
        data: 'Posts with media and deliveries',
        nextCursor: 'Cursor of the next page, or null',
        total: 'Number of posts on all pages, with `page`',
      },
      errors: ['invalid'],
    }),
    validate('query', PostQuery),
    async c => {
      const { posts: data, ...page } = await listPosts(c.var.ctx, c.req.valid('query'))
      return c.json({ success: true, data, ...page })
    },
  )
  .get(
    '/counts',
    describe({
      tag,
      summary: 'Number of posts in each tab',
      response: {
        data: '`scheduled`, `progress`, `attention`, `published` and, for approvers, `review`: the posts that wait for the caller’s approval',
      },
      errors: ['invalid'],
    }),
    validate('query', PostCountQuery),
    async c => c.json({ success: true, data: await countPosts(c.var.ctx, c.req.valid('query')) }),
  )
  .get(
    '/calendar',
    describe({
      tag,
      summary: 'Summary of all deliveries within a time window, of one business or of all',
      response: {
        data: 'A list of `postId domainId deliveryId network state isOwn? publishAt excerpt networks picture? {kind url? more}`',
      },
      errors: ['invalid'],
    }),
    compress({ threshold: COMPRESS_FROM_BYTES }),
    validate('query', CalendarQuery),
    async c => c.json({ success: true, data: await readCalendar(c.var.ctx, c.req.valid('query')) }),
  )
  .get(
    '/:id',
    describe({ tag, summary: 'Read a post', response: { data: 'The post' }, errors: ['not_found'] }),
    async c => c.json({ success: true, data: await readPost(c.var.ctx, c.req.param('id')) }),
  )
  .get(
    '/:id/content',
    describe({
      tag,
      summary: 'Read a post in the format of a draft, to edit it or to write a similar one',
      response: {
        data: '`_id domainId version content media out review?`; `out` lists the networks whose part can’t change any more',
      },
      errors: ['not_found'],
    }),
    requires('write', posts),
    async c => c.json({ success: true, data: await readContent(c.var.ctx, c.req.param('id')) }),
  )

/** Limits a call to one network's delivery of the post. */
const Choice = v.object({ deliveryId: v.optional(v.pipe(v.string(), v.maxLength(64))) })
const Retry = v.object({ ...Choice.entries, ...OnConnected.entries })
/** `version` is the one that the post must still have. */
const Move = v.object({ ...MovePost.entries, ...Retry.entries, version: v.optional(v.number()) })
const NoInput = v.object({})

const factory = createFactory<UserEnv, '/:id'>()

type Change<Input, Extra> = {
  summary: string
  /** Message of the response; may depend on the changed post. */
  message: string | ((post: Post, input: Input) => string)
  /** Describes the response's fields beside the post. */
  response?: Record<string, string>
  change: (ctx: UserContext, postId: string, input: Input) => Promise<Extra | void>
  permission?: Permission
}

/** Creates the handlers of a call that changes one post and returns the changed post. */
const changing = <Schema extends v.GenericSchema, Extra extends object = object>(
  schema: Schema,
  { summary, message, response, change, permission = 'publish' }: Change<v.InferOutput<Schema>, Extra>,
) =>
  factory.createHandlers(
    describe({
      tag,
      summary,
      response: { ...response, data: 'The post' },
      errors: ['invalid', 'not_found', 'conflict', 'forbidden', 'rate_limited'],
    }),
    limitChanges,
    requires(permission, posts),
    validate('json', schema),
    async c => {
      const { ctx } = c.var
      const id = c.req.param('id')
      const input = c.req.valid('json')
      const extra = await change(ctx, id, input)
      const data = await readPost(ctx, id)
      const said = typeof message === 'string' ? message : message(data, input)
      return c.json({ success: true, message: said, ...(extra as Extra), data })
    },
  )

export const postChangeRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .put(
    '/:id',
    ...changing(ChangePost, {
      summary:
        'Replace the content of a post that is not being published (authors: their own, until it is approved), in the format of auth/createPosts (`platforms mediaIds altTexts slot? now? scheduledTime? timeZone? version?`); without `mediaIds`, change only messages, alt texts or time',
      message: 'Post updated.',
      permission: 'write',
      change: (ctx, postId, change) =>
        change.mediaIds ? revisePost(ctx, postId, change) : editPost(ctx, postId, change),
    }),
  )
  .post(
    '/:id/move',
    ...changing(Move, {
      summary:
        'Reschedule a post, or one network’s delivery of it (authors: their own, until it is approved; it then waits for approval). Refuses a post that no longer has the optional `version`',
      message: ({ deliveries }) =>
        deliveries.some(({ state }) => state === 'in_review')
          ? 'Post rescheduled. It goes out once approved.'
          : 'Post rescheduled.',
      permission: 'write',
      change: (ctx, postId, { deliveryId, ...move }) => movePost(ctx, { postId, deliveryId }, move),
    }),
  )
  .post(
    '/:id/cancel',
    ...changing(Choice, {
      summary:
        'Turn a post that no network has published into a draft (authors: their own, until it is approved); with deliveryId, cancel one network only',
      message: 'Post cancelled.',
      permission: 'write',
      response: { draftId: 'The draft with the post’s content; absent with deliveryId' },
      change: async (ctx, postId, { deliveryId }): Promise<{ draftId?: string }> => {
        if (!deliveryId) return { draftId: await cancelPost(ctx, postId) }
        await cancelDelivery(ctx, { postId, deliveryId })
        return {}
      },
    }),
  )
  .post(
    '/:id/restore',
    ...changing(Choice, {
      summary:
        'Undo a cancellation within an hour, and delete the draft that it created (authors: of their own post that was in review)',
      message: 'Post restored.',
      permission: 'write',
      change: (ctx, postId, { deliveryId }) => restorePost(ctx, { postId, deliveryId }),
    }),
  )
  .post(
    '/:id/discard',
    ...changing(Choice, {
      summary: 'Cancel deliveries that have not begun, without creating a draft',
      message: 'Post discarded.',
      change: (ctx, postId, { deliveryId }) => discardPost(ctx, { postId, deliveryId }),
    }),
  )
  .post(
    '/:id/duplicate',
    ...changing(NoInput, {
      summary: 'Copy a post’s texts and media to a new draft',
      message: 'Copied to your drafts.',
      response: { draftId: 'The new draft' },
      permission: 'write',
      change: async (ctx, postId) => ({ draftId: await duplicatePost(ctx, postId) }),
    }),
  )
  .post(
    '/:id/retry',
    ...changing(Retry, {
      summary: 'Publish held and failed deliveries now',
      message: ({ deliveries }, { deliveryId }) =>
        deliveries.some(({ _id, state }) => state === 'in_review' && (!deliveryId || _id === deliveryId))
          ? 'Sent for approval. It goes out once approved.'
          : 'On its way.',
      change: (ctx, postId, { deliveryId, ...consent }) => retryPost(ctx, { postId, deliveryId }, consent),
    }),
  )
