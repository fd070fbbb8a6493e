import { Hono } from 'hono'
import * as v from 'valibot'

import { requires, requireUser } from '#api/auth/middleware/user.ts'
import type { Env, UserEnv } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { limitChanges, LIMITS, limit } from '#api/http/limits/limits.ts'
import { FILE, formBody, describing, parseInput, validate, done } from '#api/http/route.ts'
import { secretUrl } from '#api/http/secret-url.ts'
import { invalidField } from '#api/runtime/errors.ts'
import { fileType } from '#shared/media/file-type.ts'
import { EditMedia, LibraryQuery } from '#shared/media/library.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'
import { CropArea } from '#shared/posts/drafts.ts'
import { LabelChange } from '#shared/posts/label-change.ts'
import { Id } from '#shared/text/text.ts'
import {
  changeMediaLabels,
  discardMedia,
  editMedia,
  listLibrary,
  listMediaLabels,
  listUses,
  readMedia,
  restoreMedia,
  cropMedia,
} from './library.ts'
import { acceptMedia, mediaItem, requireQuota } from './media.ts'
import { serveMedia, VARIANTS, isLinkViewer } from './signed-url.ts'
import { receiveUpload } from './uploads/upload.ts'

const describe = describing('media')

const Signature = v.object({
  viewer: v.optional(v.pipe(v.string(), v.maxLength(80))),
  expires: v.pipe(v.string('This link isn’t valid.'), v.maxLength(12)),
  signature: v.pipe(v.string('This link isn’t valid.'), v.maxLength(128)),
})
const File = v.object({
  id: Id,
  variant: v.picklist(VARIANTS),
  extension: v.string(),
})

/** Time after which an upload responds with its progress. */
const QUICK_MS = 1000

const uploadBody = formBody({ media: FILE }, ['media'])

export const uploadRoutes = new Hono<UserEnv>()
  .post(
    '/',
    describe(
      'Upload a picture or video for a later draft or post. A file whose content the business’s library has already is returned as it is there. With `Prefer: respond-async`, responds with 202 and `conversion` while a video is still being converted',
      {
        data: '`_id kind name width height bytes duration? altText url jpegUrl? thumbnailUrl? conversion? {state progress message?}`',
        errors: ['invalid', 'too_large', 'unsupported', 'rate_limited'],
        requestBody: uploadBody,
      },
    ),
    requireUser,
    requires('write'),
    async c => {
      const { ctx } = c.var
      await limit(ctx, { ...LIMITS.uploadMedia, key: ctx.userId })
      const { files, discard } = await receiveUpload(ctx.config, c.req.raw, {
        fileFields: ['media'],
        maxFiles: 1,
        userId: ctx.userId,
        typeOf: fileType,
        admit: bytes => requireQuota(ctx, bytes),
      })
      try {
        if (files.length === 0) throw invalidField('media', MEDIA_MESSAGES.none)
        const isAsync = /\brespond-async\b/.test(c.req.header('Prefer') ?? '')
        const row = onlyRow(
          await acceptMedia(
            ctx,
            files.map(file => ({ file, networks: [] })),
            { reuses: true, ...(isAsync && { waitMs: QUICK_MS }) },
          ),
        )
        const status = row.conversion === null ? 200 : 202
        return c.json({ success: true, data: mediaItem(ctx, row, row.altText) }, status)
      } finally {
        await discard()
      }
    },
  )
  .post(
    '/:id/crop',
    describe('Crop a picture into a new one', {
      data: 'The new picture',
      errors: ['not_found', 'rate_limited'],
    }),
    requireUser,
    requires('write'),
    requires('write', media),
    validate('json', CropArea),
    async c => {
      const { ctx } = c.var
      await limit(ctx, { ...LIMITS.uploadMedia, key: ctx.userId })
      const row = await cropMedia(ctx, c.req.param('id'), c.req.valid('json'))
      return c.json({ success: true, data: mediaItem(ctx, row, '') })
    },
  )

export const libraryRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/library',
    describe('List the pictures and videos of the business, or of all your businesses', {
      data: 'Files, each with `createdAt labels posts drafts domainId?`. One of those with the same content',
      response: { nextCursor: 'Cursor of the next page, or null' },
    }),
    validate('query', LibraryQuery),
    async c => {
      const { items, nextCursor } = await listLibrary(c.var.ctx, c.req.valid('query'))
      return c.json({ success: true, data: items, nextCursor })
    },
  )
  .get('/labels', describe('List the labels of the business’s files, by name', { data: 'Labels' }), async c =>
    c.json({ success: true, data: await listMediaLabels(c.var.ctx) }),
  )
  .get(
    '/:id',
    describe('Read a file, for example to follow the conversion of a video', {
      data: 'The file',
      errors: ['not_found'],
    }),
    async c => {
      const { ctx } = c.var
      const row = await readMedia(ctx, c.req.param('id'))
      return c.json({ success: true, data: mediaItem(ctx, row, row.altText) })
    },
  )
  .get(
    '/:id/uses',
    describe('List the posts and drafts that use a file', {
      data: 'A list of `postId? draftId? text at`',
      errors: ['not_found'],
    }),
    async c => c.json({ success: true, data: await listUses(c.var.ctx, c.req.param('id')) }),
  )
  .patch(
    '/:id',
    describe(
      'Change the name, the alt text with which a file is used next time, or all labels. What is left out stays',
      { errors: ['not_found'] },
    ),
    limitChanges,
    requires('write', media),
    validate('json', EditMedia),
    c => done(c, editMedia(c.var.ctx, c.req.param('id'), c.req.valid('json')), 'Saved.'),
  )
  .post(
    '/:id/labels',
    describe('Add and remove labels of a file. Everything else stays', { errors: ['not_found', 'conflict'] }),
    limitChanges,
    requires('write', media),
    validate('json', LabelChange),
    c => done(c, changeMediaLabels(c.var.ctx, c.req.param('id'), c.req.valid('json')), 'Labels changed.'),
  )
  .delete(
    '/:id',
    describe('Remove a file from the library; posts and drafts that use it keep it', {
      errors: ['not_found'],
    }),
    limitChanges,
    requires('write', media),
    c => done(c, discardMedia(c.var.ctx, c.req.param('id')), 'File deleted.'),
  )
  .post(
    '/:id/restore',
    describe('Put a file that was removed within the last hour back into the library', {
      errors: ['not_found'],
    }),
    limitChanges,
    requires('write', media),
    c => done(c, restoreMedia(c.var.ctx, c.req.param('id')), 'File restored.'),
  )

export const mediaRoutes = new Hono<Env>().get(
  '/:id/:file{(original|jpeg|unframed|thumbnail)\\.(jpg|png|mp4|webp)}',
  describe('Download a picture or video by its signed URL; supports Range', {
    signedIn: false,
    raw: 'application/octet-stream',
    errors: ['forbidden', 'not_found'],
  }),
  // Members' browsers cache files. Reviewers' browsers don't, because anybody with the link may be one.
  (c, next) => (isLinkViewer(c.req.query('viewer')) ? secretUrl()(c, next) : next()),
  validate('query', Signature),
  c => {
    const [variant, extension] = c.req.param('file').split('.')
    const file = parseInput(File, { id: c.req.param('id'), variant, extension })
    return serveMedia(c.var.ctx, { ...file, ...c.req.valid('query') }, c.req.raw.headers)
  },
)
