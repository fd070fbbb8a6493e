import { Hono } from 'hono'
import * as v from 'valibot'

import { requires, requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { LIMITS, limit } from '#api/http/limits/limits.ts'
import { describing, parseInput, readIdempotencyKey } from '#api/http/route.ts'
import { receiveUpload } from '#api/media/uploads/upload.ts'
import { createPost, findIdempotentResponse } from '#api/posts/create.ts'
import { fileType } from '#shared/media/file-type.ts'
import { MAX_FILES } from '#shared/media/media.ts'
import { PostData } from '#shared/posts/posts.ts'

const describe = describing('posts')

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
