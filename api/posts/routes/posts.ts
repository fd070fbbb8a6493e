import { Hono } from 'hono'

import { requires, requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { posts } from '#api/db/schema/posts/posts.ts'
import { LIMITS, limit } from '#api/http/limits/limits.ts'
import { describing, readIdempotencyKey, validate } from '#api/http/route.ts'
import { readCalendar } from '#api/posts/calendar.ts'
import { copyToBusinesses, planCopies } from '#api/posts/copies.ts'
import { exportPosts } from '#api/posts/export-posts.ts'
import { countPosts, listPosts } from '#api/posts/lists.ts'
import { readContent } from '#api/posts/post/content.ts'
import { readPost } from '#api/posts/read-posts.ts'
import { readOccurrences } from '#api/posts/series.ts'
import { downloadHeaders } from '#api/runtime/spreadsheet.ts'
import { CalendarQuery } from '#shared/calendar/calendar.ts'
import { CopyPost } from '#shared/posts/copies.ts'
import { ExportPosts, PostCountQuery, PostQuery } from '#shared/posts/posts.ts'
import { postChangeRoutes } from './changes.ts'

const describe = describing('posts')

export const postRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/',
    describe('List posts by state and time window', {
      data: 'Posts with media and deliveries',
      response: {
        nextCursor: 'Cursor of the next page, or null',
        total: 'Number of posts on all pages, with `page`',
      },
    }),
    validate('query', PostQuery),
    async c => {
      const { posts: data, ...page } = await listPosts(c.var.ctx, c.req.valid('query'))
      return c.json({ success: true, data, ...page })
    },
  )
  .get(
    '/counts',
    describe('Number of posts in each tab', {
      data: '`scheduled`, `progress`, `attention`, `published` and, for approvers, `review`: the posts that wait for the caller’s approval',
    }),
    validate('query', PostCountQuery),
    async c => c.json({ success: true, data: await countPosts(c.var.ctx, c.req.valid('query')) }),
  )
  .get(
    '/calendar',
    describe('Summary of all deliveries within a time window, of one business or of all', {
      data: 'A list of `postId domainId deliveryId network state isOwn? publishAt excerpt networks picture? {kind url? more}`',
    }),
    validate('query', CalendarQuery),
    async c => c.json({ success: true, data: await readCalendar(c.var.ctx, c.req.valid('query')) }),
  )
  .get(
    '/export',
    describe(
      'Download posts and drafts as CSV or XLSX, optionally of one tab and time window. Without a tab, drafts come last',
      {
        raw: 'text/csv',
        errors: ['rate_limited'],
      },
    ),
    validate('query', ExportPosts),
    async c => {
      const { ctx } = c.var
      const query = c.req.valid('query')
      // Hono calls this handler for HEAD too, which must neither export nor use up the limit.
      if (c.req.raw.method === 'HEAD') return c.body(null)
      await limit(ctx, { ...LIMITS.exportPosts, key: ctx.userId })
      const name = `posts-${ctx.now().toISOString().slice(0, 10)}`
      return c.body(exportPosts(ctx, query), 200, downloadHeaders(query.format, name))
    },
  )
  .get('/:id', describe('Read a post', { data: 'The post', errors: ['not_found'] }), async c =>
    c.json({ success: true, data: await readPost(c.var.ctx, c.req.param('id')) }),
  )
  .get(
    '/:id/series',
    describe('List the posts of a repeated post’s series, soonest first, without cancelled ones', {
      data: 'A list of `_id publishAt state text alike? differs?`, where `text` counts from 0; empty for a post that doesn’t repeat',
      errors: ['not_found'],
    }),
    async c => c.json({ success: true, data: await readOccurrences(c.var.ctx, c.req.param('id')) }),
  )
  .get(
    '/:id/content',
    describe('Read a post in the format of a draft, to edit it or to write a similar one', {
      data: '`_id domainId version content media out review?`; `out` lists the networks whose part can’t change any more',
      errors: ['not_found'],
    }),
    requires('write', posts),
    async c => c.json({ success: true, data: await readContent(c.var.ctx, c.req.param('id')) }),
  )
  .get(
    '/:id/copies',
    describe('Preview a copy of the post in each of the caller’s other businesses', {
      data: 'A list of `domainId networks missing signedOut unknown publishAt timeZone problem? needsApproval?`. Of the post’s networks, `networks` are connected there, `missing` are not, and `signedOut` must be reconnected. `unknown` lists fields such as {{phone}} without a value there, `publishAt` is the same local time, and `problem` says why the copy can’t be scheduled',
      response: { repeats: 'Present for a repeated post. Its copy is a single post' },
      errors: ['not_found'],
    }),
    requires('write', posts),
    async c =>
      c.json({ success: true, ...(await planCopies(c.var.ctx, { kind: 'post', id: c.req.param('id') })) }),
  )
  .post(
    '/:id/copies',
    describe(
      'Copy a post to other businesses (`domainIds scheduled?`): as drafts, or scheduled at the same local time, which asks for approval where a new post would. Fields such as {{name}} become the values of each business. Each succeeds or fails independently; a repeated Idempotency-Key creates nothing again',
      {
        data: 'For each business, in order: `domainId success`, and `draftId`, or `postId publishAt inReview`, or `message`',
        errors: ['not_found', 'rate_limited'],
      },
    ),
    requires('write', posts),
    validate('json', CopyPost),
    async c => {
      const { ctx } = c.var
      const key = readIdempotencyKey(c.req.header('Idempotency-Key'))
      await limit(ctx, { ...LIMITS.bulkPosts, key: ctx.userId })
      const data = await copyToBusinesses(
        ctx,
        { kind: 'post', id: c.req.param('id') },
        c.req.valid('json'),
        key,
      )
      return c.json({ success: true, data })
    },
  )
  .route('/', postChangeRoutes)
