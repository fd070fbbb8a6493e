import { Hono } from 'hono'
import { compress } from 'hono/compress'

import { requires } from '#api/auth/middleware/permission.ts'
import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { posts } from '#api/db/schema/posts/posts.ts'
import { describe } from '#api/http/describe-route.ts'
import { readIdempotencyKey } from '#api/http/idempotency-key.ts'
import { LIMITS, limit } from '#api/http/limits/limits.ts'
import { parseInput, validate } from '#api/http/validate.ts'
import { receiveUpload } from '#api/media/uploads/upload.ts'
import { CalendarQuery } from '#shared/calendar/calendar.ts'
import { fileType } from '#shared/media/file-type.ts'
import { PostCountQuery, PostQuery } from '#shared/posts/posts.ts'
import { readCalendar } from './calendar.ts'
import { createPost, findIdempotentResponse } from './create-post.ts'
import { countPosts, listPosts } from './lists.ts'
import { createPostBody, PostForm } from './post-form.ts'
import { readPost } from './posts.ts'
import { readContent } from './revisions/post-content.ts'

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
