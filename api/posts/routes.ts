import { Hono } from 'hono'
import { createFactory } from 'hono/factory'
import * as v from 'valibot'

import { requires, requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv, UserContext } from '#api/context.ts'
import { posts } from '#api/db/schema/posts/posts.ts'
import { limitChanges, LIMITS, limit } from '#api/http/limits/limits.ts'
import { readIdempotencyKey, describing, parseInput, validate, done } from '#api/http/route.ts'
import { receiveUpload } from '#api/media/uploads/upload.ts'
import { downloadHeaders } from '#api/runtime/spreadsheet.ts'
import type { Permission } from '#shared/businesses/permissions.ts'
import { CalendarQuery } from '#shared/calendar/calendar.ts'
import { fileType } from '#shared/media/file-type.ts'
import { MAX_FILES } from '#shared/media/media.ts'
import { CopyPost } from '#shared/posts/copies.ts'
import { ChangeLabel, LabelQuery, LabelUseQuery } from '#shared/posts/labels.ts'
import { PreviewLink } from '#shared/posts/link-previews.ts'
import {
  ExportPosts,
  MovePost,
  OnConnected,
  type Post,
  PostCountQuery,
  PostData,
  PostQuery,
} from '#shared/posts/posts.ts'
import { ChangePost } from '#shared/posts/revision.ts'
import { ChangeRhythm, SeriesPart } from '#shared/posts/series.ts'
import { Id } from '#shared/text/text.ts'
import { readCalendar } from './calendar.ts'
import { cancelPost, discardDeliveries } from './cancel.ts'
import { copyToBusinesses, planCopies } from './copies.ts'
import { createPost, findIdempotentResponse } from './create.ts'
import { editPost } from './edit.ts'
import { exportPosts } from './export-posts.ts'
import { replaceLabel, listLabels, listLabelUses } from './labels.ts'
import { previewLink } from './link-previews/link-previews.ts'
import { countPosts, listPosts } from './lists.ts'
import { movePost, swapPosts } from './move.ts'
import { duplicatePost, readContent } from './post/content.ts'
import { readPost, readPosts } from './read-posts.ts'
import { restorePost } from './restore.ts'
import { describeRetry, retryPost } from './retry.ts'
import { revisePost } from './revise.ts'
import { changeRhythm, undoRhythm } from './rhythm.ts'
import { readOccurrences } from './series.ts'

const describe = describing('posts')
const describeLinks = describing('link previews')

const flag = v.pipe(
  v.optional(v.picklist(['true', 'false', '1', '0', ''], 'This must be true or false.'), 'false'),
  v.transform(text => text === 'true' || text === '1'),
)

/** The text fields of auth/createPosts. Provider tokens sent by old clients are ignored. */
const PostForm = v.object({
  data: v.pipe(
    v.string('The post is missing.'),
    v.parseJson(undefined, 'The post can’t be read: data must be JSON.'),
    PostData,
  ),
  isScheduled: flag,
  scheduledTime: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(20)), ''),
})

/** Describes the body for /api/openapi.json: multipart bodies are read as a stream, bypassing the validators. */
const createPostBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object' as const,
        required: ['data'],
        properties: {
          media: {
            type: 'array' as const,
            maxItems: MAX_FILES,
            items: {
              type: 'string' as const,
              contentMediaType: 'image/*, video/*',
              format: 'binary',
            },
          },
          data: {
            type: 'string' as const,
            contentMediaType: 'application/json',
            description:
              'JSON: platforms [{platform, message, media? (positions; empty for none), firstComment?}], timestamp?, altTexts? (in the order of the media), mediaIds? (uploaded before; the files follow them), draftId? (the draft to delete), draftVersion? (a newer one isn’t deleted), timeZone? (IANA), slot? (next: at the next free posting time, whatever scheduledTime says), labels? (not published), repeat? ({every: week|month, interval?, until: 2026-11-30}: posts of their own at the same time of day), texts? (up to 9 further texts of a repeated post, which take turns with its own). Fields {{name}}, {{phone}} and {{address}} of texts become the business’s values',
          },
          isScheduled: { type: 'string' as const, enum: ['true', 'false'] },
          scheduledTime: { type: 'string' as const, description: 'Unix seconds; empty unless scheduled' },
        },
      },
      encoding: { data: { contentType: 'application/json' } },
    },
  },
}

export const createPostRoutes = new Hono<UserEnv>().post(
  '/createPosts',
  describe('Publish a post now, or schedule it', {
    response: {
      postId: 'The post',
      publishAt: 'ISO instant at which it goes out',
      occurrences: 'With `repeat`: the number of posts; the other fields are about the first',
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
      data: 'A list of `domainId networks missing signedOut unknown publishAt timeZone problem? needsApproval? sharesTime?`. Of the post’s networks, `networks` are connected there, `missing` are not, and `signedOut` must be reconnected. `unknown` lists fields such as {{phone}} without a value there, `publishAt` is the same local time, and `problem` says why the copy can’t be scheduled',
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

export const labelRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/',
    describe('List the labels of posts of one business, or of all your businesses, in alphabetical order', {
      data: 'A list of labels',
    }),
    validate('query', LabelQuery),
    async c => c.json({ success: true, data: await listLabels(c.var.ctx, c.req.valid('query')) }),
  )
  .get(
    '/uses',
    describe('List the labels of a business with the number of posts, drafts and files that have each', {
      data: 'A list of `label posts drafts files`, by name',
      errors: ['forbidden', 'not_found'],
    }),
    validate('query', LabelUseQuery),
    async c => c.json({ success: true, data: await listLabelUses(c.var.ctx, c.req.valid('query').domainId) }),
  )
  .post(
    '/change',
    describe(
      'Rename the label `from` of a business to `to`, which merges it with a label of that name; without `to`, delete it. Posts, drafts and files stay as they are otherwise',
      { errors: ['forbidden', 'not_found', 'rate_limited'] },
    ),
    limitChanges,
    validate('json', ChangeLabel),
    c => done(c, replaceLabel(c.var.ctx, c.req.valid('json')), 'Labels saved.'),
  )

export const linkPreviewRoutes = new Hono<UserEnv>().post(
  '/',
  describeLinks('Read how a network shows a public link. The link is in the body, since it may be private', {
    response: { data: '`site title description hasPicture picture?`, or null if the page can’t be read' },
    errors: ['rate_limited'],
  }),
  requireUser,
  validate('json', PreviewLink),
  async c => c.json({ success: true, data: await previewLink(c.var.ctx, c.req.valid('json').url) }),
)
