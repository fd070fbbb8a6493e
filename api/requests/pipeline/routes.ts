import { Hono } from 'hono'

import { requireAdmin } from '#api/auth/middleware/admin.ts'
import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { describe } from '#api/http/describe-route.ts'
import { readIdempotencyKey } from '#api/http/idempotency-key.ts'
import { limitChanges } from '#api/http/limits/limit-writes.ts'
import { validate } from '#api/http/validate.ts'
import { ChangeRequest, NoteOnRequest, ReplyToRequest } from '#shared/requests/pipeline.ts'
import { countUnanswered, type Kind } from '../inbox.ts'
import { changeRequest, listAdministrators, noteOnRequest } from './changes.ts'
import { replyToRequest } from './reply.ts'

const tag = 'Requests'
const RESPONSE = { data: 'The request with its `history`' }

export const pipelineRoutes = new Hono<UserEnv>()
  .use(requireUser, requireAdmin)
  .get(
    '/unanswered',
    describe({
      summary: 'Count the requests that nobody has answered; for administrators',
      tag,
      response: { data: '`support` and `feature`' },
      errors: ['forbidden'],
    }),
    async c => c.json({ success: true, data: await countUnanswered(c.var.ctx) } as const),
  )
  .get(
    '/administrators',
    describe({
      summary: 'List the administrators to whom a request can be assigned; for administrators',
      tag,
      response: { data: 'A list of `_id fullname`' },
      errors: ['forbidden'],
    }),
    async c => c.json({ success: true, data: await listAdministrators(c.var.ctx) } as const),
  )

const stageRoutes = (kind: Kind) =>
  new Hono<UserEnv>()
    .patch(
      '/:id',
      describe({
        summary: `Change the status or the assignee of a ${kind} request`,
        tag,
        response: RESPONSE,
        errors: ['invalid', 'forbidden', 'not_found', 'conflict', 'rate_limited'],
      }),
      requireUser,
      requireAdmin,
      limitChanges,
      validate('json', ChangeRequest),
      async c => {
        const data = await changeRequest(c.var.ctx, kind, c.req.param('id'), c.req.valid('json'))
        return c.json({ success: true, message: 'Saved.', data } as const)
      },
    )
    .post(
      '/:id/notes',
      describe({
        summary: `Add an internal note to a ${kind} request`,
        tag,
        response: RESPONSE,
        errors: ['invalid', 'forbidden', 'not_found', 'rate_limited'],
      }),
      requireUser,
      requireAdmin,
      limitChanges,
      validate('json', NoteOnRequest),
      async c => {
        const key = readIdempotencyKey(c.req.header('Idempotency-Key'))
        const data = await noteOnRequest(c.var.ctx, kind, c.req.param('id'), c.req.valid('json'), key)
        return c.json({ success: true, message: 'Note added.', data } as const)
      },
    )
    .post(
      '/:id/replies',
      describe({
        summary: `Mail the sender of a ${kind} request. A new request becomes contacted`,
        tag,
        response: RESPONSE,
        errors: ['invalid', 'forbidden', 'not_found', 'conflict', 'rate_limited'],
      }),
      requireUser,
      requireAdmin,
      validate('json', ReplyToRequest),
      async c => {
        const key = readIdempotencyKey(c.req.header('Idempotency-Key'))
        const data = await replyToRequest(c.var.ctx, kind, c.req.param('id'), c.req.valid('json'), key)
        return c.json({ success: true, message: 'Your reply is on its way.', data } as const)
      },
    )

export const supportStageRoutes = stageRoutes('support')
export const featureStageRoutes = stageRoutes('feature')
