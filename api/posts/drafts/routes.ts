import { Hono } from 'hono'
import * as v from 'valibot'

import { requires, requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { drafts } from '#api/db/schema/posts/drafts.ts'
import { limit, limitChanges, LIMITS } from '#api/http/limits/limits.ts'
import { describing, parseInput, readIdempotencyKey, validate, done } from '#api/http/route.ts'
import { DeleteCopies, ScheduleDrafts } from '#shared/posts/bulk.ts'
import { CopyPost } from '#shared/posts/copies.ts'
import { DraftQuery, SaveDraft } from '#shared/posts/drafts.ts'
import { ClientId } from '#shared/text/text.ts'
import { copyToBusinesses, planCopies } from '../copies.ts'
import { deleteCopies, deleteDraft, listDrafts, readDraft, restoreDraft, saveDraft } from './drafts.ts'
import { scheduleDrafts } from './schedule-drafts.ts'

const describe = describing('drafts')
const DRAFT = '`_id version content media updatedAt`'

export const draftRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/',
    describe(
      'List the drafts of the selected business, or the last changed ones of all, last changed first',
      {
        data: 'A list of `_id text networks networksOff? mediaCount thumbnailUrl? publishAt? slot? updatedAt author? domainId?`',
      },
    ),
    validate('query', DraftQuery),
    async c => c.json({ success: true, data: await listDrafts(c.var.ctx, c.req.valid('query')) }),
  )
  .get(
    '/:id',
    describe('Read a draft', { data: DRAFT, errors: ['not_found'] }),
    requires('write', drafts),
    async c => c.json({ success: true, data: await readDraft(c.var.ctx, c.req.param('id')) }),
  )
  .get(
    '/:id/copies',
    describe('Like `GET posts/{id}/copies`, for a draft, whose copies are drafts', {
      data: 'A list of `domainId networks missing signedOut unknown timeZone …`',
      response: { repeats: 'Present for a draft of a post that repeats, of which a copy is one post' },
      errors: ['not_found', 'conflict'],
    }),
    requires('write', drafts),
    async c => {
      const copied = { kind: 'draft', id: c.req.param('id') } as const
      return c.json({ success: true, ...(await planCopies(c.var.ctx, copied)) })
    },
  )
  .post(
    '/:id/copies',
    describe(
      'Copy a draft to the drafts of other businesses, without its time, like `POST posts/{id}/copies`',
      {
        data: 'For each business, in order: `domainId success`, and `draftId` or `message`',
        errors: ['not_found', 'conflict', 'rate_limited'],
      },
    ),
    requires('write', drafts),
    validate('json', v.pick(CopyPost, ['domainIds'])),
    async c => {
      const { ctx } = c.var
      const key = readIdempotencyKey(c.req.header('Idempotency-Key'))
      await limit(ctx, { ...LIMITS.bulkPosts, key: ctx.userId })
      const copied = { kind: 'draft', id: c.req.param('id') } as const
      const choice = { ...c.req.valid('json'), scheduled: false }
      return c.json({ success: true, data: await copyToBusinesses(ctx, copied, choice, key) })
    },
  )
  .put(
    '/:id',
    describe(
      'Save a draft under an id that the client generates; `version` is the last one it saw, 0 for a new draft',
      { data: DRAFT, errors: ['not_found', 'conflict'] },
    ),
    limitChanges,
    requires('write'),
    requires('write', drafts),
    validate('json', SaveDraft),
    async c => {
      const id = parseInput(ClientId, c.req.param('id'))
      return c.json({ success: true, data: await saveDraft(c.var.ctx, id, c.req.valid('json')) })
    },
  )
  .delete(
    '/:id',
    describe('Delete a draft', { errors: ['not_found'] }),
    limitChanges,
    requires('write', drafts),
    c => done(c, deleteDraft(c.var.ctx, c.req.param('id')), 'Draft deleted.'),
  )
  .post(
    '/delete-copies',
    describe('Undo a bulk `duplicate`: delete up to 100 copies, except those that somebody has changed', {
      data: 'For each draft, in order: `_id success message?`',
    }),
    limitChanges,
    validate('json', DeleteCopies),
    async c => c.json({ success: true, data: await deleteCopies(c.var.ctx, c.req.valid('json')) }),
  )
  .post(
    '/schedule',
    describe(
      'Send up to 100 drafts as posts at the times that they have. They wait for approval where a new post would. A draft without a time, or that isn’t complete, stays; `leaveOut: needs-picture` sends those without a picture to the other networks',
      {
        data: 'For each draft, in order: `_id success message? postId? publishAt? inReview?`',
        errors: ['rate_limited'],
      },
    ),
    validate('json', ScheduleDrafts),
    async c => {
      const { ctx } = c.var
      await limit(ctx, { ...LIMITS.bulkPosts, key: ctx.userId })
      return c.json({ success: true, data: await scheduleDrafts(ctx, c.req.valid('json')) })
    },
  )
  .post(
    '/:id/restore',
    describe('Restore a deleted draft, within an hour', { errors: ['not_found', 'conflict'] }),
    limitChanges,
    requires('write', drafts),
    c => done(c, restoreDraft(c.var.ctx, c.req.param('id')), 'Draft restored.'),
  )
